"""What chance was asked in a match, and what it gave: for anybody to draw again, as docs/chance.md says."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterator

import pytest
from django.test import Client

from tafelrunde.accounts.models import Player
from tafelrunde.game import Chance
from tafelrunde.matches.draws import RecordingChance
from tests.platform.replay.playing import Play

SEED = b"\x01" * 32


def words(seed: bytes, ply: int) -> Iterator[int]:
    """The stream, written down a second time from its description."""
    for block in range(1 << 20):
        digest = hmac.new(seed, f"{ply}:{block}".encode(), hashlib.sha256).digest()
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))


def test_a_match_that_is_over_lists_its_draws(play: Play, browse: Callable[[Player | None], Client]) -> None:
    play.moves()
    told = browse(None).get(f"/api/matches/{play.match.pk}/chance").json()
    assert hashlib.sha256(bytes.fromhex(told["seed"])).hexdigest() == told["commitment"]
    [draw] = told["draws"]
    assert (draw["ply"], draw["kind"], draw["size"], draw["count"]) == (0, "shuffle", 110, 1)
    order, stream = list(range(110)), words(bytes(play.match.seed), 0)
    for i in range(109, 0, -1):
        limit = 2**32 - 2**32 % (i + 1)
        j = next(word for word in stream if word < limit) % (i + 1)
        order[i], order[j] = order[j], order[i]
    assert draw["outcome"] == order
    cards = [dish for dish in "bread cake cheese chicken fruit ham wine".split() for _ in range(15)] + ["dragon"] * 5
    assert draw["items"] == [cards[place] for place in order]


@pytest.mark.parametrize("seed", [SEED, b"\xfe" * 32])
def test_who_records_changes_nothing(seed: bytes) -> None:
    def ask(chance: Chance) -> list[object]:
        return [
            chance.shuffle("abcdefghij"),
            chance.roll(5),
            chance.pick(["x", "y", "z"]),
            chance.below(1000),
            chance.roll(2, 20),
            chance.shuffle([(1, "odd"), (2, "even")]),
        ]

    recording = RecordingChance(seed, 12)
    assert ask(recording) == ask(Chance(seed, 12))
    assert [draw.kind for draw in recording.draws] == ["shuffle", "roll", "pick", "below", "roll", "shuffle"]
    again = Chance(seed, 12)
    assert [draw.again(again) for draw in recording.draws] == [draw.outcome for draw in recording.draws]
    assert recording.draws[0].items == tuple("abcdefghij"[place] for place in recording.draws[0].outcome)
    assert recording.draws[-1].items == ()
