"""The rules of King Lui, as docs/king_lui.md tells them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from operator import add

from tafelrunde.game import Bot, Chance, Game, Line, Logged, Result, View, Viewer, Zone

from . import notation, screen
from .bots import Courtier, Novice, largest_safe_pile
from .first_steps import FIRST_STEPS
from .notation import CARDS, DISHES, DRAGON, EMPTY, FETCHED, FOUND_DRAGON, MEANT, PASSED, TOOK, Deed, Fetched, Plate
from .state import Aftermath, Cleared, PassedOver, Served, State, TableOptions, replace


class KingLui(Game[State, TableOptions]):
    """Eat as much as you can of every dish, but never more than the king."""

    slug = "king_lui"
    name = Line("King Lui")
    seats = range(3, 6)
    ruleset = "1"
    Options = TableOptions
    hidden = True
    tutorial = FIRST_STEPS

    def setup(self, seats: int, options: TableOptions, chance: Chance) -> State:
        return _serve(
            State(
                options=options,
                kitchen=tuple([notation.NUMBERS[card] for card in chance.shuffle(CARDS)]),
                drawn=0,
                round=0,
                starter=-1,
                active=None,
                to_come=0,
                legal=(),
                dragons=0,
                pending=False,
                king=EMPTY,
                table=EMPTY,
                taken=(EMPTY,) * seats,
                fetched=((),) * seats,
                last=(None,) * seats,
                mover=None,
                aftermath=(),
            ),
            EMPTY,
            (),
        )

    def moves(self, state: State, seat: int) -> Sequence[str]:
        return state.legal if seat == state.active else ()

    def play(self, state: State, seat: int, move: str, chance: Chance) -> State:
        deed = MEANT[move]
        if deed.type == "take":
            return _take(state, seat, deed.dishes[0])
        if deed.type == "kitchen":
            return _go_to_the_kitchen(state, seat)
        if deed.type == "feed":
            return _feed(state, seat, deed)
        return _turn_done(state, seat, deed)

    def view(self, state: State, viewer: Viewer) -> View:
        return screen.view(state, viewer)

    def story(self, state: State, viewer: Viewer) -> Sequence[Line]:
        return screen.story(state, viewer)

    def result(self, state: State) -> Result | None:
        if state.active is not None:
            return None
        points = _points(state)
        details = {"points": [dict(zip(DISHES, row, strict=True)) for row in points]}
        return Result.by_score([sum(row) for row in points], details)

    def resample(self, state: State, viewer: Viewer, chance: Chance) -> State:
        kitchen = list(state.kitchen[state.drawn :])
        if state.active is None:
            return replace(state, kitchen=chance.shuffle(kitchen), drawn=0)
        # What others fetched were portions: everyone would have seen a dragon.
        others = [seat for seat in range(len(state.last)) if seat != viewer]
        unseen = kitchen + [portion for seat in others for portion in state.fetched[seat]]
        portions = list(chance.shuffle(card for card in unseen if card != DRAGON))
        fetched = list(state.fetched)
        for seat in others:
            fetched[seat] = tuple(portions.pop() for _ in fetched[seat])
        kitchen = portions + [DRAGON] * kitchen.count(DRAGON)
        return replace(state, kitchen=chance.shuffle(kitchen), drawn=0, fetched=tuple(fetched))

    def read(self, text: str, state: State, seat: int) -> str | None:
        move = notation.spell(text)
        return move if move in self.moves(state, seat) else None

    def verbs(self) -> Sequence[str]:
        return ("take", "feed", "kitchen", "wait")

    def label(self, move: str) -> Line:
        return notation.label(move)

    def fallback(self, view: View, moves: Sequence[str]) -> str:
        if view["pending_dragon"]:
            return "wait"
        return largest_safe_pile(view, moves) or ("kitchen" if "kitchen" in moves else moves[-1])

    def bots(self) -> Sequence[Bot]:
        return (Courtier(), Novice())

    def progress(self, state: State) -> Line:
        return Line("round {n}", n=state.round)

    def scores(self, state: State) -> Sequence[int] | None:
        result = self.result(state)
        return None if result is None else result.scores

    def open_scores(self, state: State) -> Sequence[int] | None:
        return [sum(row) for row in _points(state)]

    def layout(self, view: View) -> Sequence[Zone]:
        return screen.layout(view)

    def rules_part(self, view: View) -> str:
        return screen.rules_part(view)

    def counted(self) -> Mapping[str, Line]:
        return {
            "beyond_the_king": Line("Portions beyond the king"),
            "dragons_fed": Line("Dragons fed"),
            "kitchen_visits": Line("Ways to the kitchen"),
        }

    def statistics(self, log: Sequence[Logged], state: State) -> Sequence[Mapping[str, int]]:
        verbs = Counter((entry.seat, entry.move.partition(" ")[0]) for entry in log)
        return [
            {
                "beyond_the_king": _beyond_the_king(state, seat),
                "dragons_fed": verbs[seat, "feed"],
                "kitchen_visits": verbs[seat, "kitchen"],
            }
            for seat in range(len(state.last))
        ]


def _points(state: State) -> list[list[int]]:
    """Per seat and dish, what the plates would be worth if the feast ended now."""
    return [
        [own * king if own <= king else 0 for own, king in zip(state.plate(seat), state.king, strict=True)]
        for seat in range(len(state.last))
    ]


def _beyond_the_king(state: State, seat: int) -> int:
    """How many portions a seat has of its dishes more than the king has of them."""
    return sum(max(0, own - king) for own, king in zip(state.plate(seat), state.king, strict=True))


def _take(state: State, seat: int, dish: int) -> State:
    table, taken = list(state.table), list(state.taken)
    count, plate = table[dish], list(taken[seat])
    table[dish] = 0
    plate[dish] += count
    taken[seat] = tuple(plate)
    return _turn_done(state, seat, TOOK[dish][count], table=tuple(table), taken=tuple(taken))


def _feed(state: State, seat: int, deed: Deed) -> State:
    king = list(state.king)
    for dish in deed.dishes:
        king[dish] -= 1
    return _turn_done(state, seat, deed, king=tuple(king), dragons=state.dragons - 1)


def _go_to_the_kitchen(state: State, seat: int) -> State:
    card, drawn = state.kitchen[state.drawn], state.drawn + 1
    if card != DRAGON:
        fetched = list(state.fetched)
        fetched[seat] = (*fetched[seat], card)
        return _turn_done(state, seat, FETCHED, drawn=drawn, fetched=tuple(fetched))
    dragons, feeds = state.dragons + 1, notation.feeds(state.king)
    if not feeds or state.options.kitchen_dragon == "wait":
        return _turn_done(state, seat, FOUND_DRAGON, drawn=drawn, dragons=dragons)
    return replace(
        state,
        drawn=drawn,
        dragons=dragons,
        pending=True,
        legal=(*feeds, "wait"),
        last=_put(state.last, seat, FOUND_DRAGON),
        mover=seat,
        aftermath=(),
    )


def _turn_done(
    state: State,
    seat: int,
    deed: Deed,
    *,
    drawn: int | None = None,
    dragons: int | None = None,
    king: Plate | None = None,
    table: Plate | None = None,
    taken: tuple[Plate, ...] | None = None,
    fetched: tuple[Fetched, ...] | None = None,
) -> State:
    """The state after a seat's deed and what it changed, with the next decision there is."""
    drawn = state.drawn if drawn is None else drawn
    dragons = state.dragons if dragons is None else dragons
    king = king or state.king
    table = table or state.table
    to_come = state.to_come - 1
    legal = _legal(king, table, dragons, drawn < len(state.kitchen)) if to_come else ()
    state = replace(
        state,
        drawn=drawn,
        active=(seat + 1) % len(state.last),
        to_come=to_come,
        legal=legal,
        dragons=dragons,
        pending=False,
        king=king,
        table=table,
        taken=taken or state.taken,
        fetched=fetched or state.fetched,
        last=_put(state.last, seat, deed),
        mover=seat,
        aftermath=(),
    )
    return state if legal else _end_round(state)


def _put(last: tuple[Deed | None, ...], seat: int, deed: Deed) -> tuple[Deed | None, ...]:
    deeds = list(last)
    deeds[seat] = deed
    return tuple(deeds)


def _legal(king: Plate, table: Plate, dragons: int, kitchen: bool) -> tuple[str, ...]:
    """What a turn may consist of; it depends on nobody's own plates, so it is the same for all who are to come."""
    takes = notation.takes(table, kitchen)
    return notation.feeds(king) + takes if dragons else takes


def _end_round(state: State) -> State:
    """Who is still to come can do nothing. The king gets what is left, and the kitchen serves again if it can."""
    state = _pass_over(state) if state.to_come else state
    king, aftermath = tuple(map(add, state.king, state.table)), (*state.aftermath, Cleared(state.table))
    if state.left >= 2 * len(state.last):
        return _serve(state, king, aftermath)
    return replace(state, king=king, table=EMPTY, aftermath=aftermath, active=None)


def _pass_over(state: State) -> State:
    last, seats = state.last, len(state.last)
    assert state.active is not None
    passed = [(state.active + i) % seats for i in range(state.to_come)]
    for seat in passed:
        last = _put(last, seat, PASSED)
    return replace(state, last=last, to_come=0, aftermath=tuple(map(PassedOver, passed)))


def _serve(state: State, king: Plate, aftermath: tuple[Aftermath, ...]) -> State:
    seats = len(state.last)
    drawn = state.drawn + 2 * seats
    cards = state.kitchen[state.drawn : drawn]
    count = cards.count
    table, found = (count(0), count(1), count(2), count(3), count(4), count(5), count(6)), count(DRAGON)
    starter, dragons = (state.starter + 1) % seats, state.dragons + found
    return replace(
        state,
        drawn=drawn,
        round=state.round + 1,
        starter=starter,
        active=starter,
        to_come=seats,
        # Never empty: more cards are served than there are dragons, so there is something to take.
        legal=_legal(king, table, dragons, drawn < len(state.kitchen)),
        dragons=dragons,
        king=king,
        table=table,
        aftermath=(*aftermath, Served(state.round + 1, table, found)),
    )
