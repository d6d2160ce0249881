"""What a viewer of Skull King is shown: the view, the story, the zones of the generic board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tafelrunde.game import Line, Seat, View, Viewer, Zone, plural

from .notation import NAMES, ROUNDS
from .state import Row, State
from .tricks import Trick, in_turn


def view(state: State, viewer: Viewer) -> View:
    """The board as docs/skull_king.md describes it, key for key."""
    sealed = state.phase == "bid"
    return {
        "round": state.round,
        "phase": state.phase,
        "starter": state.starter,
        "leader": state.leader,
        "trick": _cards(in_turn(state.leader, state.trick, len(state.bids))),
        "last_trick": _trick(state.tricks[-1]) if state.tricks else None,
        "hand": list(state.hands[viewer]) if isinstance(viewer, int) else None,
        "bids": [None if sealed and seat != viewer else bid for seat, bid in enumerate(state.bids)],
        "bid_in": [bid is not None for bid in state.bids],
        "won": list(state.won),
        "bonus": list(state.bonus),
        "scores": list(state.scores),
        "sheet": sheet(state),
    }


def sheet(state: State) -> list[dict[str, Any]]:
    """The finished rounds of the score sheet."""
    return [
        {
            "round": row.round,
            "bids": list(row.bids),
            "won": list(row.won),
            "bonus": list(row.bonus),
            "points": list(row.points),
        }
        for row in state.sheet
    ]


def story(state: State) -> Sequence[Line]:
    """The last move and what followed it; a sealed bid is told by nobody."""
    if state.mover is None:
        return [_dealt(state)]
    who = Seat(state.mover)
    if state.verb == "ready":
        lines = [Line("{who} is ready.", who=who)]
        return [*lines, _dealt(state)] if state.phase == "bid" else lines
    if state.verb == "bid":
        lines = [Line("{who} has bid.", who=who)]
        return lines if state.phase == "bid" else [*lines, _bids(state)]
    return list(_played(state, who))


def layout(view: View) -> Sequence[Zone]:
    """The view as zones: the tricks, the viewer's hand, the bids, the points."""
    zones = [Zone(Line("Trick"), _laid(view["trick"]))]
    last = view["last_trick"]
    if last is not None:
        zones.append(Zone(Line("Last trick, taken by {who}", who=Seat(last["winner"])), _laid(last["cards"])))
    if view["hand"] is not None:
        zones.append(Zone(Line("Your hand"), tuple((NAMES[card], None) for card in view["hand"])))
    zones.append(Zone(Line("Bids"), tuple(_promises(view))))
    points = tuple((Line("{who}", who=Seat(seat)), score) for seat, score in enumerate(view["scores"]))
    return [*zones, Zone(Line("Points"), points)]


def _face(card: dict[str, Any]) -> str:
    return f"{card['card']} {card['as']}" if "as" in card else str(card["card"])


def _laid(cards: Iterable[dict[str, Any]]) -> tuple[tuple[Line, int | None], ...]:
    return tuple((Line("{who}: {card}", who=Seat(card["seat"]), card=NAMES[_face(card)]), None) for card in cards)


def _promises(view: View) -> Iterator[tuple[Line, int | None]]:
    for seat, bid in enumerate(view["bids"]):
        who = Seat(seat)
        if bid is not None:
            yield Line("{who}: {won} of {bid}", who=who, won=view["won"][seat], bid=bid), None
        elif view["bid_in"][seat]:
            yield Line("{who}: has bid", who=who), None
        else:
            yield Line("{who}: still thinking", who=who), None


def _cards(played: Iterable[tuple[int, str]]) -> list[dict[str, Any]]:
    return [_card(seat, *face.split()) for seat, face in played]


def _card(seat: int, card: str, role: str | None = None) -> dict[str, Any]:
    return {"seat": seat, "card": card} | ({"as": role} if role else {})


def _trick(trick: Trick) -> dict[str, Any]:
    return {"cards": _cards(trick.played()), "winner": trick.winner}


def _dealt(state: State) -> Line:
    return plural(
        "Round {n}. Everyone gets {n} card and bids.", "Round {n}. Everyone gets {n} cards and bids.", state.round
    )


def _bids(state: State) -> Line:
    bids = (Line("{who} {n}", who=Seat(seat), n=bid or 0) for seat, bid in enumerate(state.bids))
    return Line("The bids: {bids}. {who} leads.", bids=_listed(bids), who=Seat(state.leader))


def _played(state: State, who: Seat) -> Iterator[Line]:
    faces = state.trick or state.tricks[-1].faces
    yield Line("{who} plays {card}.", who=who, card=NAMES[faces[-1]])
    if state.trick:
        return
    trick = state.tricks[-1]
    if trick.bonus:
        yield Line("{who} takes the trick, worth {n} more if the bid is kept.", who=Seat(trick.winner), n=trick.bonus)
    else:
        yield Line("{who} takes the trick.", who=Seat(trick.winner))
    if state.phase != "play":
        yield _scored(state.sheet[-1])
    if state.phase == "end":
        yield Line("That was the last of {n} rounds.", n=ROUNDS)


def _scored(row: Row) -> Line:
    points = (Line("{who} {points}", who=Seat(seat), points=f"{n:+}") for seat, n in enumerate(row.points))
    return Line("Round {n} is over: {points}.", n=row.round, points=_listed(points))


def _listed(entries: Iterable[Line]) -> Line:
    """At least one Line, as "this, that"."""
    line, *rest = entries
    for entry in rest:
        line = Line("{before}, {next}", before=line, next=entry)
    return line
