"""At the end of a match its room says who has won: once, kept like its other lines, in each reader's language."""

from __future__ import annotations

import pytest
from django.utils import translation

from tafelrunde.matches import amending, log
from tafelrunde.matches import live as matches
from tafelrunde.matches import position as fold
from tafelrunde.matches.entries import entry
from tafelrunde.matches.models import Match
from tafelrunde.rooms.models import ChatLine, Room
from tests.platform.rooms.catalogues import Catalogue
from tests.platform.rooms.speaking import People, texts


def play_to_the_end(match: Match) -> matches.LiveMatch:
    """Whoever is to move plays the first of their moves, until it is over; all of it is committed one by one."""
    live = matches.read(match.pk)
    while not live.position.over:
        seat = live.position.to_move[0]
        change = fold.Change(fold.MOVE, seat, fold.now(), live.position.legal[seat][0], fold.PLAYER)
        position = live.after(change)
        log.commit([entry(live, change, position, live.position.turns[seat])])
        live.advance(position, change)
    return live


@pytest.fixture
def played(playing: Room) -> matches.LiveMatch:
    assert playing.match is not None
    return play_to_the_end(playing.match)


def said_at_the_end(live: matches.LiveMatch) -> str:
    assert live.position.result is not None
    names = [live.names[seat] for seat in live.position.result.winners]
    return f"{names[0]} has won the match." if len(names) == 1 else f"The win is shared: {', '.join(names)}."


def test_the_last_line_says_who_has_won(played: matches.LiveMatch, playing: Room, people: People) -> None:
    assert texts(playing)[-1] == said_at_the_end(played) == texts(playing, people["Ann"])[-1]
    line = ChatLine.objects.order_by("-pk")[0]
    assert (line.kind, line.player) == (ChatLine.Kind.SYSTEM, None)


def test_each_reads_it_in_their_language(
    played: matches.LiveMatch, playing: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    german = {"{name} has won the match.": "{name} gewinnt.", "The win is shared: {names}.": "Gemeinsam: {names}."}
    catalogues = {"en": Catalogue(), "de": Catalogue(german)}
    monkeypatch.setattr("tafelrunde.matches.texts.catalog", lambda: catalogues[str(translation.get_language())])
    with translation.override("de"):
        told = texts(playing)[-1]
    assert told.endswith(" gewinnt.") or told.startswith("Gemeinsam: ")


def test_a_match_that_is_aborted_has_no_winner(playing: Room) -> None:
    assert playing.match is not None
    assert amending.abort(playing.match)
    assert not [text for text in texts(playing) if "has won" in text or "win is shared" in text]


def test_what_cannot_be_told_costs_nobody_the_end(playing: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_match: int, _winners: object) -> None:
        raise RuntimeError("no line today")

    monkeypatch.setattr(log, "_tellers", [broken])
    assert playing.match is not None
    play_to_the_end(playing.match)
    playing.match.refresh_from_db()
    assert playing.match.status == Match.Status.OVER
    assert playing.match.result
    assert not [text for text in texts(playing) if "has won" in text or "win is shared" in text]


def test_a_match_without_a_room_ends_all_the_same(playing: Room) -> None:
    match = playing.match
    assert match is not None
    Room.objects.filter(pk=playing.pk).update(match=None)
    play_to_the_end(match)
    match.refresh_from_db()
    assert match.status == Match.Status.OVER
