"""The rules of Skull King, as docs/skull_king.md tells them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tafelrunde.game import Bot, Chance, Game, Line, Logged, NoOptions, Result, View, Viewer, Zone

from . import notation, screen, unseen
from .bots import Bosun, Deckhand, careful
from .notation import BIDS_OF, CARD_OF, CARDS, PLAYS_OF, READY, ROUNDS, plays, suit_of
from .state import Row, State, replace
from .tricks import complete, points_for


class SkullKing(Game[State, NoOptions]):
    """Say exactly how many tricks you will take, then take exactly that many."""

    slug = "skull_king"
    name = Line("Skull King")
    seats = range(3, 7)
    ruleset = "1"
    hidden = True

    def setup(self, seats: int, options: NoOptions, chance: Chance) -> State:
        return _deal(
            State(
                round=0,
                phase="bid",
                starter=-1,
                acting=(),
                legal=(),
                hands=((),) * seats,
                bids=(None,) * seats,
                leader=0,
                trick=(),
                tricks=(),
                sheet=(),
                mover=None,
                verb="",
            ),
            chance,
        )

    def moves(self, state: State, seat: int) -> Sequence[str]:
        return state.legal if seat in state.acting else ()

    def play(self, state: State, seat: int, move: str, chance: Chance) -> State:
        verb, _, what = move.partition(" ")
        if verb == "play":
            return _play(state, seat, what)
        if verb == "bid":
            return _bid(state, seat, int(what))
        return _ready(state, seat, chance)

    def view(self, state: State, viewer: Viewer) -> View:
        return screen.view(state, viewer)

    def story(self, state: State, viewer: Viewer) -> Sequence[Line]:
        return screen.story(state)

    def result(self, state: State) -> Result | None:
        if state.phase != "end":
            return None
        return Result.by_score(state.scores, {"sheet": screen.sheet(state)})

    def resample(self, state: State, viewer: Viewer, chance: Chance) -> State:
        return unseen.redraw(state, viewer, chance)

    def premoves(self, state: State, seat: int) -> Sequence[str]:
        if state.phase != "play" or seat in state.acting:
            return ()
        return [move for card in state.hands[seat] for move in PLAYS_OF[card]]

    def read(self, text: str, state: State, seat: int) -> str | None:
        move = notation.spell(text)
        return move if move in self.moves(state, seat) or move in self.premoves(state, seat) else None

    def verbs(self) -> Sequence[str]:
        return ("bid", "play", "ready")

    def label(self, move: str) -> Line:
        return notation.label(move)

    def fallback(self, view: View, moves: Sequence[str]) -> str:
        return careful(view, moves)

    def bots(self) -> Sequence[Bot]:
        return (Bosun(), Deckhand())

    def progress(self, state: State) -> Line:
        return Line("round {n} of {all}", n=state.round, all=ROUNDS)

    def rules_part(self, view: View) -> str:
        parts = {"bid": "bid", "play": "trick" if view["trick"] else "follow", "score": "points", "end": "points"}
        return parts[view["phase"]]

    def scores(self, state: State) -> Sequence[int] | None:
        return state.scores

    def layout(self, view: View) -> Sequence[Zone]:
        return screen.layout(view)

    def counted(self) -> Mapping[str, Line]:
        return {
            "bids_kept": Line("Bids kept"),
            "zero_bids_kept": Line("Bids of nothing kept"),
            "tricks_won": Line("Tricks won"),
        }

    def statistics(self, log: Sequence[Logged], state: State) -> Sequence[Mapping[str, int]]:
        return [
            {
                "bids_kept": sum(row.bids[seat] == row.won[seat] for row in state.sheet),
                "zero_bids_kept": sum(row.bids[seat] == row.won[seat] == 0 for row in state.sheet),
                "tricks_won": sum(row.won[seat] for row in state.sheet),
            }
            for seat in range(len(state.bids))
        ]


def _deal(state: State, chance: Chance) -> State:
    """The next round, with hands from a fresh shuffle."""
    seats, size = len(state.bids), state.round + 1
    starter = (state.starter + 1) % seats
    deck = chance.shuffle(CARDS)
    return replace(
        state,
        round=size,
        phase="bid",
        starter=starter,
        acting=tuple(range(seats)),
        legal=BIDS_OF[size],
        hands=tuple([tuple(sorted(deck[seat * size : (seat + 1) * size])) for seat in range(seats)]),
        bids=(None,) * seats,
        leader=starter,
        tricks=(),
    )


def _bid(state: State, seat: int, bid: int) -> State:
    bids = (*state.bids[:seat], bid, *state.bids[seat + 1 :])
    acting = _without(state.acting, seat)
    state = replace(state, bids=bids, acting=acting, mover=seat, verb="bid")
    return state if acting else _lead(state, state.starter)


def _lead(state: State, leader: int) -> State:
    return replace(
        state, phase="play", leader=leader, trick=(), acting=(leader,), legal=plays(state.hands[leader], None)
    )


def _play(state: State, seat: int, face: str) -> State:
    hands, trick = list(state.hands), (*state.trick, face)
    hand = list(hands[seat])
    hand.remove(CARD_OF[face])
    hands[seat] = tuple(hand)
    if len(trick) == len(hands):
        return _take(replace(state, hands=tuple(hands), mover=seat, verb="play"), trick)
    follower = (seat + 1) % len(hands)
    return replace(
        state,
        hands=tuple(hands),
        trick=trick,
        acting=(follower,),
        legal=plays(hands[follower], suit_of(trick)),
        mover=seat,
        verb="play",
    )


def _take(state: State, faces: notation.Faces) -> State:
    """The trick is complete; with it, perhaps, the round."""
    trick = complete(state.leader, faces)
    state = replace(state, tricks=(*state.tricks, trick))
    return _lead(state, trick.winner) if state.hands[trick.winner] else _end_round(state, trick.winner)


def _end_round(state: State, leader: int) -> State:
    bids, won = [bid or 0 for bid in state.bids], state.won
    bonus = [more if bid == made else 0 for bid, made, more in zip(bids, won, state.bonus, strict=True)]
    points = [points_for(bid, made, state.round) + more for bid, made, more in zip(bids, won, bonus, strict=True)]
    row = Row(state.round, tuple(bids), won, tuple(bonus), tuple(points))
    state = replace(state, leader=leader, trick=(), sheet=(*state.sheet, row))
    if state.round == ROUNDS:
        return replace(state, phase="end", acting=(), legal=())
    return replace(state, phase="score", acting=tuple(range(len(bids))), legal=(READY,))


def _ready(state: State, seat: int, chance: Chance) -> State:
    acting = _without(state.acting, seat)
    state = replace(state, acting=acting, mover=seat, verb=READY)
    return state if acting else _deal(state, chance)


def _without(acting: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return tuple([other for other in acting if other != seat])
