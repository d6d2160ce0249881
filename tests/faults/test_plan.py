"""The same seed gives the same plan, and in every plan all that can go wrong goes wrong."""

from __future__ import annotations

from itertools import pairwise

import pytest

from .plan import HEAVY, Kind, plan


@pytest.mark.parametrize("seed", range(5))
def test_the_same_seed_gives_the_same_plan(seed: int) -> None:
    faults = plan(seed, 120)
    assert faults == plan(seed, 120) != plan(seed + 1, 120)
    assert list(faults) == sorted(faults, key=lambda fault: fault.at)
    assert {fault.kind for fault in faults} == set(Kind)


def test_heavy_faults_come_one_after_the_other_and_the_database_crashes_once() -> None:
    heavy = [fault for fault in plan(1, 600) if fault.kind in HEAVY]
    assert all(before.at + before.seconds < after.at for before, after in pairwise(heavy))
    assert sum(fault.kind is Kind.DATABASE_AWAY for fault in heavy) == 1
