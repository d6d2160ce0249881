"""What a viewer of King Lui is shown: the view, the story, the zones of the generic board."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from tafelrunde.game import Line, Seat, View, Viewer, Zone, plural

from .notation import DISH_NAMES, DISHES, FETCHED, FOUND_DRAGON, Deed, Plate
from .state import Aftermath, Cleared, PassedOver, State


def view(state: State, viewer: Viewer) -> View:
    """The board as docs/king_lui.md describes it, key for key."""
    seats = range(len(state.last))
    plates = None
    if state.active is None:
        plates = [_named(state.plate(seat)).copy() for seat in seats]
    elif state.options.open_plates:
        plates = [_named(taken).copy() for taken in state.taken]
    return {
        "round": state.round,
        "starter": state.starter,
        "active": state.active,
        "kitchen": state.left,
        "dragons": state.dragons,
        "pending_dragon": state.pending,
        "king": _named(state.king).copy(),
        "table": _named(state.table).copy(),
        "plate": _named(state.plate(viewer)).copy() if isinstance(viewer, int) else None,
        "plates": plates,
        "last": _last(state, viewer),
    }


def story(state: State, viewer: Viewer) -> Sequence[Line]:
    """The last move and what followed it, as the viewer may know it."""
    lines = [] if state.mover is None else [_did(state, state.mover, viewer)]
    for event in state.aftermath:
        lines.extend(_followed(event))
    if state.active is None:
        lines.append(Line("The kitchen cannot serve another round. The feast is over."))
    return lines


def layout(view: View) -> Sequence[Zone]:
    """The view as zones: the king's plates above, the table, the viewer's own plates, then everyone's."""
    zones = [
        Zone(Line("The king's plates"), _counted(view["king"])),
        Zone(Line("Table"), _counted(view["table"])),
    ]
    if view["plate"] is not None:
        zones.append(Zone(Line("Your plates"), _counted(view["plate"])))
    zones.append(Zone(Line("Kitchen"), ((Line("cards left"), view["kitchen"]), (Line("dragons"), view["dragons"]))))
    for seat, plate in enumerate(view["plates"] or ()):
        zones.append(Zone(Line("Plates of {who}", who=Seat(seat)), _counted(plate)))
    return zones


def rules_part(view: View) -> str:
    """The part of the rules that matters now, by its id on the page of rules."""
    if view["active"] is None:
        return "end"
    if view["pending_dragon"]:
        return "kitchen"
    return "feed" if view["dragons"] and sum(view["king"].values()) > 1 else "turn"


@lru_cache(4096)
def _named(plate: Plate) -> dict[str, int]:
    """Kept, so whoever is shown it gets a copy."""
    return dict(zip(DISHES, plate, strict=True))


def _counted(plate: dict[str, int]) -> tuple[tuple[Line, int | None], ...]:
    return tuple((name, plate[dish]) for dish, name in zip(DISHES, DISH_NAMES, strict=True))


def _last(state: State, viewer: Viewer) -> list[dict[str, Any] | None]:
    """Everybody's last deed; of a portion from the kitchen the dish, too, for who may know it."""
    last = [None if deed is None else _seen(deed).copy() for deed in state.last]
    for seat, deed in enumerate(state.last):
        if deed is None:
            continue
        if deed == FETCHED and _knows(state, seat, viewer):
            last[seat] = {"type": deed.type, "dish": DISHES[state.fetched[seat][-1]]}
        elif deed.type == "feed":
            last[seat] = {"type": deed.type, "dishes": [DISHES[dish] for dish in deed.dishes]}
    return last


@lru_cache(1024)
def _seen(deed: Deed) -> dict[str, Any]:
    """What everybody sees of a deed, but for the dishes of a dragon. Kept, so whoever is shown it gets a copy."""
    if deed.type == "take":
        return {"type": deed.type, "dish": DISHES[deed.dishes[0]], "count": deed.portions}
    return {"type": deed.type, "dragon": True} if deed == FOUND_DRAGON else {"type": deed.type}


def _knows(state: State, seat: int, viewer: Viewer) -> bool:
    """Whether the viewer may know what the seat fetched from the kitchen."""
    return viewer == seat or state.active is None


def _did(state: State, seat: int, viewer: Viewer) -> Line:
    who, deed = Seat(seat), state.last[seat]
    assert deed is not None
    if deed.type == "take":
        return _took(who, deed)
    if deed.type == "feed":
        return _fed(who, deed)
    if deed.type == "wait":
        return Line("{who} lets the dragon wait.", who=who)
    if deed == FOUND_DRAGON:
        return Line("{who} meets a dragon in the kitchen. It sits down beside the king.", who=who)
    if _knows(state, seat, viewer):
        dish = DISH_NAMES[state.fetched[seat][-1]]
        return Line("{who} gets a portion of {dish} from the kitchen.", who=who, dish=dish)
    return Line("{who} gets a portion from the kitchen.", who=who)


@lru_cache(1024)
def _took(who: Seat, deed: Deed) -> Line:
    dish = DISH_NAMES[deed.dishes[0]]
    return plural(
        "{who} takes {n} portion of {dish}.",
        "{who} takes {n} portions of {dish}.",
        deed.portions,
        who=who,
        dish=dish,
    )


def _fed(who: Seat, deed: Deed) -> Line:
    first, second = (DISH_NAMES[dish] for dish in deed.dishes)
    if first == second:
        return Line("{who} feeds a dragon two portions of the king's {dish}.", who=who, dish=first)
    return Line("{who} feeds a dragon the king's {first} and {second}.", who=who, first=first, second=second)


@lru_cache(1024)
def _followed(event: Aftermath) -> tuple[Line, ...]:
    """What an event of the last move was: every viewer asks for the same ones."""
    if isinstance(event, PassedOver):
        return (Line("{who} can do nothing and is passed over.", who=Seat(event.seat)),)
    if isinstance(event, Cleared):
        if any(event.table):
            return (Line("The king gets what is left: {dishes}.", dishes=_listed(event.table)),)
        return (Line("Nothing is left for the king."),)
    served = Line("Round {n}. The table is laid with {dishes}.", n=event.round, dishes=_listed(event.table))
    if not event.dragons:
        return (served,)
    return served, plural(
        "{n} dragon sits down beside the king.", "{n} dragons sit down beside the king.", event.dragons
    )


def _listed(plate: Plate) -> Line:
    """The dishes of a plate that is not empty: "2 bread, 1 wine"."""
    entries = [Line("{n} {dish}", n=n, dish=dish) for n, dish in zip(plate, DISH_NAMES, strict=True) if n]
    line = entries[0]
    for entry in entries[1:]:
        line = Line("{before}, {next}", before=line, next=entry)
    return line
