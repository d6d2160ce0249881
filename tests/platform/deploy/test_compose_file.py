"""The compose file, which nothing runs here, at least reads as one and fits what is beside it."""

from __future__ import annotations

import re

import yaml

from tests.serving import ROOT

DEPLOY = ROOT / "deploy"


def test_it_reads_and_fits() -> None:
    text = (DEPLOY / "compose.yaml").read_text()
    assert "NOT RUN HERE" in text
    services = yaml.safe_load(text)["services"]
    assert set(services) == {"postgres", "valkey", "one", "other", "nginx"}
    assert (DEPLOY / services["one"]["build"]["dockerfile"].removeprefix("deploy/")).exists()
    nginx = (DEPLOY / "nginx.conf").read_text()
    for process, told in re.findall(r"s/([\d.:]+)/(\w+):8001/", services["nginx"]["command"][2]):
        assert process in nginx
        assert told in services
