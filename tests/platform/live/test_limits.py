"""How often somebody may do something: so many at once, then as often as the bucket fills, whoever goes meanwhile."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from tafelrunde.live.limits import Bucket, Limit, source

Later = Callable[[float], None]


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Later:
    """Lets seconds pass."""
    now = 1000.0

    def forward(seconds: float) -> None:
        nonlocal now
        now += seconds

    monkeypatch.setattr(time, "monotonic", lambda: now)
    return forward


def test_so_many_at_once_then_one_has_to_wait(later: Later) -> None:
    limit = Limit(rate=0.5, burst=3)
    assert [limit.take("ann") for _ in range(4)] == [0, 0, 0, 2]
    later(1)
    assert limit.take("ann") == 1
    later(1)
    assert limit.take("ann") == 0


def test_one_persons_haste_makes_nobody_else_wait(later: Later) -> None:
    limit = Limit(rate=1, burst=1)
    assert [limit.take("ann"), limit.take("ann"), limit.take("bob")] == [0, 1, 0]


def test_what_is_put_back_has_cost_nothing(later: Later) -> None:
    bucket = Bucket(rate=1, burst=2)
    for _ in range(100):
        assert bucket.take() == 0
        bucket.put_back()
    assert [bucket.take(), bucket.take(), bucket.take()] == [0, 0, 1]


def test_a_crowd_is_forgotten_when_its_buckets_are_full_and_nobody_earlier(later: Later) -> None:
    limit = Limit(rate=1, burst=2)
    for number in range(5000):
        limit.take(number)
    limit.take("ann")
    limit.take("ann")
    later(1.5)
    for number in range(5000, 12_000):
        limit.take(number)
    assert len(limit) < 9000
    assert limit.take("ann") == 0
    assert limit.take("ann") > 0


@pytest.mark.parametrize(
    ("address", "whose"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("unix", "unix"),
        (None, ""),
    ],
)
def test_an_ipv6_network_counts_as_one_address(address: str | None, whose: str) -> None:
    assert source(address) == whose
