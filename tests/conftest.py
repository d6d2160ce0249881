"""What holds for the whole suite: nothing is skipped in CI, and nothing fails because the machine is busy."""

from __future__ import annotations

import os
from collections.abc import Generator

import httpx
import hypothesis
import pytest

PATIENCE = 60.0
"""Seconds for an answer; only a test that fails waits for so long."""
IN_CI = os.environ.get("CI", "").lower() in ("1", "true")

for _wait in ("connect", "read", "write", "pool"):  # httpx gives up after five seconds, where it is not told otherwise
    setattr(httpx._config.DEFAULT_TIMEOUT_CONFIG, _wait, PATIENCE)
hypothesis.settings.register_profile(
    "patient",
    deadline=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
    derandomize=IN_CI,
    print_blob=True,
)
hypothesis.settings.load_profile("patient")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--faults-seconds", type=float, default=120.0, help="how long things go wrong in tests/faults")
    parser.addoption("--faults-seed", type=int, default=1, help="the seed of what goes wrong in tests/faults")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if IN_CI and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"in CI nothing may be skipped: {report.longrepr}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    if IN_CI and report.skipped:
        report.outcome = "failed"
        report.longrepr = f"in CI nothing may be skipped: {report.longrepr}"
    return report
