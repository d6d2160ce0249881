"""Three small games that keep every promise: hidden cards, open dice, sealed bids."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tafelrunde.game import Chance, Game, Line, Result, Seat, View, Viewer, number, switch

CARDS = tuple(range(1, 14))


@dataclass(frozen=True)
class TwelveOptions:
    showing: bool = switch(True, label=Line("Cards may be shown"))
    hand: int = number(3, range(2, 5), label=Line("Cards in a hand"))


@dataclass(frozen=True)
class Cards:
    options: TwelveOptions
    hands: tuple[tuple[int, ...], ...]
    pile: tuple[int, ...]
    shown: frozenset[int] = frozenset()
    scores: tuple[int, ...] = ()
    turn: int = 0
    last: tuple[int, str, int] | None = None


class Twelve(Game[Cards, TwelveOptions]):
    """Play a card for its points, or show one, which everyone then remembers. Nobody writes down what was shown."""

    slug = "twelve"
    name = Line("Twelve")
    seats = range(2, 4)
    ruleset = "1"
    Options = TwelveOptions
    hidden = True

    def setup(self, seats: int, options: TwelveOptions, chance: Chance) -> Cards:
        deck, size = chance.shuffle(CARDS), options.hand
        hands = tuple(tuple(sorted(deck[size * seat : size * (seat + 1)])) for seat in range(seats))
        return Cards(options, hands, deck[size * seats :], scores=(0,) * seats)

    def moves(self, state: Cards, seat: int) -> Sequence[str]:
        if seat != state.turn:
            return ()
        hand = state.hands[seat]
        shows = [f"show {card}" for card in hand if card not in state.shown] if state.options.showing else []
        return (*(f"play {card}" for card in hand), *shows)

    def play(self, state: Cards, seat: int, move: str, chance: Chance) -> Cards:
        verb, card = move.split()[0], int(move.split()[1])
        hands, scores, shown = list(state.hands), list(state.scores), state.shown
        if verb == "show":
            shown |= {card}
        else:
            hands[seat] = tuple(held for held in hands[seat] if held != card)
            scores[seat] += card
        order = ((seat + step) % len(hands) for step in range(1, len(hands) + 1))
        return replace(
            state,
            hands=tuple(hands),
            shown=shown,
            scores=tuple(scores),
            turn=next((other for other in order if hands[other]), -1),
            last=(seat, verb, card),
        )

    def view(self, state: Cards, viewer: Viewer) -> View:
        return {
            "hand": list(state.hands[viewer]) if isinstance(viewer, int) else None,
            "held": [len(hand) for hand in state.hands],
            "scores": list(state.scores),
            "turn": state.turn,
        }

    def story(self, state: Cards, viewer: Viewer) -> Sequence[Line]:
        if state.last is None:
            return ()
        seat, verb, card = state.last
        if verb == "show":
            return (Line("{who} shows {card}", who=Seat(seat), card=card),)
        return (Line("{who} plays {card}", who=Seat(seat), card=card),)

    def result(self, state: Cards) -> Result | None:
        return None if any(state.hands) else Result.by_score(state.scores)

    def resample(self, state: Cards, viewer: Viewer, chance: Chance) -> Cards:
        hidden = self.unseen(state, viewer)
        drawn = list(chance.shuffle(sorted(hidden)))
        hands = []
        for hand in state.hands:
            new = [drawn.pop() if card in hidden else card for card in hand]
            hands.append(tuple(sorted(new)))
        return replace(state, hands=tuple(hands), pile=tuple(drawn))

    def unseen(self, state: Cards, viewer: Viewer) -> set[int]:
        """The cards of which the viewer does not know where they are."""
        others = [hand for seat, hand in enumerate(state.hands) if seat != viewer]
        return {*state.pile, *(card for hand in others for card in hand if card not in state.shown)}

    def scores(self, state: Cards) -> Sequence[int] | None:
        return state.scores


@dataclass(frozen=True)
class Pips:
    scores: tuple[int, ...]
    turn: int = 0
    rolled: int = 0


class Dice(Game[Pips, None]):
    """Roll as often as you like, keep what you have rolled; a one loses it. Nothing is hidden."""

    slug = "dice"
    name = Line("Dice")
    seats = range(1, 5)
    ruleset = "1"
    hidden = False
    goal = 12

    def setup(self, seats: int, options: object, chance: Chance) -> Pips:
        return Pips((0,) * seats)

    def moves(self, state: Pips, seat: int) -> Sequence[str]:
        if seat != state.turn or self.result(state):
            return ()
        return ("roll", "keep") if state.rolled else ("roll",)

    def play(self, state: Pips, seat: int, move: str, chance: Chance) -> Pips:
        following = (seat + 1) % len(state.scores)
        if move == "keep":
            scores = list(state.scores)
            scores[seat] += state.rolled
            return Pips(tuple(scores), following)
        (die,) = chance.roll(1)
        return Pips(state.scores, following) if die == 1 else replace(state, rolled=state.rolled + die)

    def view(self, state: Pips, viewer: Viewer) -> View:
        return {"scores": list(state.scores), "turn": state.turn, "rolled": state.rolled}

    def story(self, state: Pips, viewer: Viewer) -> Sequence[Line]:
        return (Line("{n} so far", n=state.rolled),)

    def result(self, state: Pips) -> Result | None:
        return Result.by_score(state.scores) if max(state.scores) >= self.goal else None


@dataclass(frozen=True)
class Bids:
    bids: tuple[int | None, ...]
    scores: tuple[int, ...]
    before: tuple[int, ...] = ()
    round: int = 1
    last: int | None = None


class Sealed(Game[Bids, None]):
    """Everyone bids at once and unseen, three times; the lowest bid that nobody shares scores its value."""

    slug = "sealed"
    name = Line("Sealed bids")
    seats = range(2, 5)
    ruleset = "1"
    hidden = True

    def setup(self, seats: int, options: object, chance: Chance) -> Bids:
        return Bids((None,) * seats, (0,) * seats)

    def moves(self, state: Bids, seat: int) -> Sequence[str]:
        return [f"bid {n}" for n in range(1, 5)] if state.round <= 3 and state.bids[seat] is None else []

    def play(self, state: Bids, seat: int, move: str, chance: Chance) -> Bids:
        bids = [int(move.split()[1]) if at == seat else bid for at, bid in enumerate(state.bids)]
        known = [bid for bid in bids if bid is not None]
        if len(known) < len(bids):
            return replace(state, bids=tuple(bids), last=seat)
        best = min((bid for bid in known if known.count(bid) == 1), default=0)
        scores = tuple(score + (bid == best) * best for score, bid in zip(state.scores, known, strict=True))
        return Bids((None,) * len(bids), scores, tuple(known), state.round + 1)

    def view(self, state: Bids, viewer: Viewer) -> View:
        return {
            "bid": state.bids[viewer] if isinstance(viewer, int) else None,
            "in": [bid is not None for bid in state.bids],
            "before": list(state.before),
            "scores": list(state.scores),
        }

    def story(self, state: Bids, viewer: Viewer) -> Sequence[Line]:
        return () if state.last is None else (Line("{who} has bid", who=Seat(state.last)),)

    def result(self, state: Bids) -> Result | None:
        return Result.by_score(state.scores) if state.round > 3 else None

    def resample(self, state: Bids, viewer: Viewer, chance: Chance) -> Bids:
        bids = [bid if bid is None or seat == viewer else chance.roll(1, 4)[0] for seat, bid in enumerate(state.bids)]
        return replace(state, bids=tuple(bids))
