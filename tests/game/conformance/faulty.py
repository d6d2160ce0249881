"""The same small games, each with one fault planted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tafelrunde.game import (
    Bot,
    Chance,
    Decision,
    Line,
    Logged,
    NoOptions,
    Result,
    Seat,
    View,
    Viewer,
    Zone,
)

from .honest import Bids, Cards, Dice, Pips, Sealed, Twelve


class ShowsThePile(Twelve):
    def view(self, state: Cards, viewer: Viewer) -> View:
        return {**super().view(state, viewer), "next": state.pile[0]}


class OrdersByTheUnseen(Twelve):
    """The same content whatever is hidden, but the order of the keys tells who holds the one."""

    def view(self, state: Cards, viewer: Viewer) -> View:
        order = sorted(range(len(state.hands)), key=lambda seat: 1 not in state.hands[seat])
        return {**super().view(state, viewer), "counts": {str(seat): len(state.hands[seat]) for seat in order}}


class RareLeak(Twelve):
    """Shows the pile only to spectators, and only when a seat has a single card left."""

    def view(self, state: Cards, viewer: Viewer) -> View:
        view = super().view(state, viewer)
        if not isinstance(viewer, int) and 1 in view["held"] and state.turn == 1:
            view["pile"] = list(state.pile)
        return view


class TellsTheUnseen(Twelve):
    def story(self, state: Cards, viewer: Viewer) -> Sequence[Line]:
        return (*super().story(state, viewer), Line("{n} would have been next", n=state.pile[-1]))


class ListsByTheUnseen(Twelve):
    def moves(self, state: Cards, seat: int) -> Sequence[str]:
        moves = super().moves(state, seat)
        return moves if 1 in state.pile else moves[::-1]


class MarksByTheUnseen(Twelve):
    """What may be marked tells where the one is."""

    def premoves(self, state: Cards, seat: int) -> Sequence[str]:
        return () if 1 in state.pile or self.result(state) else ("play 1",)


class TellsByTheScores(Sealed):
    def scores(self, state: Bids) -> Sequence[int] | None:
        return [score + (bid or 0) for score, bid in zip(state.scores, state.bids, strict=True)]


class SetOrder(Twelve):
    def view(self, state: Cards, viewer: Viewer) -> View:
        return {**super().view(state, viewer), "dishes": list({"bread", "wine", "ham", "cake", "cheese"})}


class Counts(Twelve):
    """Keeps something from one call to the next."""

    asked = 0

    def play(self, state: Cards, seat: int, move: str, chance: Chance) -> Cards:
        type(self).asked += 1
        return replace(super().play(state, seat, move, chance), pile=(*state.pile, 20 + self.asked))


@dataclass(frozen=True)
class Noted(Pips):
    notes: list[int] = field(default_factory=list)


class ChangesItsInput(Dice):
    def setup(self, seats: int, options: object, chance: Chance) -> Pips:
        return Noted((0,) * seats)

    def play(self, state: Pips, seat: int, move: str, chance: Chance) -> Pips:
        assert isinstance(state, Noted)
        state.notes.append(seat)
        after = super().play(state, seat, move, chance)
        return Noted(after.scores, after.turn, after.rolled, [*state.notes])


class ListedAndFails(Twelve):
    def play(self, state: Cards, seat: int, move: str, chance: Chance) -> Cards:
        if move == "show 7":
            raise ValueError("seven is not for showing")
        return super().play(state, seat, move, chance)


class Endless(Dice):
    goal = 1_000_000


class GoesInACircle(Dice):
    """Whoever rolls may put it down again, and nobody ever keeps anything."""

    def play(self, state: Pips, seat: int, move: str, chance: Chance) -> Pips:
        return Pips(state.scores, (seat + 1) % len(state.scores))


class NobodyToMove(Twelve):
    def result(self, state: Cards) -> Result | None:
        return None


class MovesWhenOver(Dice):
    def moves(self, state: Pips, seat: int) -> Sequence[str]:
        return ("roll",) if self.result(state) and seat == 0 else super().moves(state, seat)


class ForgetsASeat(Dice):
    def result(self, state: Pips) -> Result | None:
        result = super().result(state)
        return result and Result.by_score(state.scores[:-1])


class WrongWinners(Dice):
    def result(self, state: Pips) -> Result | None:
        result = super().result(state)
        return result and replace(result, winners=(0,), ranks=(1,) * len(state.scores))


class MissingValue(Twelve):
    def story(self, state: Cards, viewer: Viewer) -> Sequence[Line]:
        story = super().story(state, viewer)
        return [*story, Line("{who} likes {what}", who=Seat(0))] if state.last and state.last[2] == 9 else story


class NoSuchSeat(Dice):
    def story(self, state: Pips, viewer: Viewer) -> Sequence[Line]:
        return [Line("{who} is next", who=Seat(len(state.scores)))]


class StoryOfTexts(Dice):
    def story(self, state: Pips, viewer: Viewer) -> Sequence[Line]:
        return "somebody rolled"  # type: ignore[return-value]


class Cheat(Bot):
    slug = "cheat"
    name = Line("cheat")

    def choose(self, decision: Decision) -> str:
        return "keep" if decision.chance.below(10) == 0 else decision.moves[0]


class BotCheats(Twelve):
    def bots(self) -> Sequence[Bot]:
        return (Cheat(),)


class FallbackCheats(Dice):
    def fallback(self, view: View, moves: Sequence[str]) -> str:
        return "keep"


class TupleInView(Dice):
    def view(self, state: Pips, viewer: Viewer) -> View:
        return {"scores": state.scores}


class NumbersAsKeys(Dice):
    def view(self, state: Pips, viewer: Viewer) -> View:
        return {"scores": dict(enumerate(state.scores))}


class NoNumber(Dice):
    def view(self, state: Pips, viewer: Viewer) -> View:
        return {"share": float("nan")}


class HugeView(Dice):
    def view(self, state: Pips, viewer: Viewer) -> View:
        return {"noise": "x" * 100_000}


class ResampleChangesTheHand(Twelve):
    def resample(self, state: Cards, viewer: Viewer, chance: Chance) -> Cards:
        return super().resample(state, -1, chance)


class ResampleForgets(Twelve):
    """Every present view is as it was; but a card that somebody showed is anywhere again."""

    def unseen(self, state: Cards, viewer: Viewer) -> set[int]:
        others = [hand for seat, hand in enumerate(state.hands) if seat != viewer]
        return {*state.pile, *(card for hand in others for card in hand)}


class ResampleSparesTheLast(Sealed):
    """A bot would know the last bid from its samples."""

    def resample(self, state: Bids, viewer: Viewer, chance: Chance) -> Bids:
        drawn = list(super().resample(state, viewer, chance).bids)
        if state.last is not None:
            drawn[state.last] = state.bids[state.last]
        return replace(state, bids=tuple(drawn))


class ResampleDoesNothing(Twelve):
    def resample(self, state: Cards, viewer: Viewer, chance: Chance) -> Cards:
        return state


class ResampleOnlySorts(Twelve):
    """Another state, but always the same one."""

    def resample(self, state: Cards, viewer: Viewer, chance: Chance) -> Cards:
        return replace(state, pile=tuple(sorted(state.pile)))


class ResampleIsMissing(Sealed):
    def resample(self, state: Bids, viewer: Viewer, chance: Chance) -> Bids:
        raise NotImplementedError("later")


class ResampleCannotBePlayed(Twelve):
    """The sample has a card nobody may play."""

    def resample(self, state: Cards, viewer: Viewer, chance: Chance) -> Cards:
        drawn = super().resample(state, viewer, chance)
        hands = [hand if seat == viewer else _negative(hand) for seat, hand in enumerate(drawn.hands)]
        return replace(drawn, hands=tuple(hands))

    def play(self, state: Cards, seat: int, move: str, chance: Chance) -> Cards:
        if "-" in move:
            raise ValueError(move)
        return super().play(state, seat, move, chance)


def _negative(hand: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(-abs(card) for card in hand))


class SlowStep(Dice):
    def play(self, state: Pips, seat: int, move: str, chance: Chance) -> Pips:
        if move == "keep" and state.rolled + state.scores[seat] >= self.goal:
            for _ in range(2_000_000):
                pass
        return super().play(state, seat, move, chance)


class UsuallySlow(Dice):
    def story(self, state: Pips, viewer: Viewer) -> Sequence[Line]:
        for _ in range(150_000):
            pass
        return ()


class ListsTwice(Dice):
    def moves(self, state: Pips, seat: int) -> Sequence[str]:
        return [*super().moves(state, seat)] * 2


class Shouts(Dice):
    def moves(self, state: Pips, seat: int) -> Sequence[str]:
        return [move.upper() for move in super().moves(state, seat)]

    def play(self, state: Pips, seat: int, move: str, chance: Chance) -> Pips:
        return super().play(state, seat, move.lower(), chance)

    def read(self, text: str, state: Pips, seat: int) -> str | None:
        return text if text in self.moves(state, seat) else None


class OtherVerbs(Dice):
    def verbs(self) -> Sequence[str]:
        return ("roll",)


class ReadsAnything(Dice):
    def read(self, text: str, state: Pips, seat: int) -> str | None:
        return text.strip() or None


class ReadFails(Dice):
    def read(self, text: str, state: Pips, seat: int) -> str | None:
        return super().read(text.split()[0], state, seat)


class MarksWhenOver(Dice):
    def premoves(self, state: Pips, seat: int) -> Sequence[str]:
        return ("roll",)


class MarksTwice(Dice):
    def premoves(self, state: Pips, seat: int) -> Sequence[str]:
        return () if self.result(state) else ("roll", "roll")


class ScoresTooFew(Dice):
    def scores(self, state: Pips) -> Sequence[int] | None:
        return state.scores[1:]


class OpenScoresElsewhere(Dice):
    """The open scores end where the result does not."""

    def open_scores(self, state: Pips) -> Sequence[int] | None:
        return [score + 1 for score in state.scores]


class NoZones(Dice):
    def layout(self, view: View) -> Sequence[Zone]:
        return ("everything",)  # type: ignore[return-value]


class StatisticsInWords(Dice):
    def counted(self) -> Mapping[str, Line]:
        return {"moves": Line("Moves")}

    def statistics(self, log: Sequence[Logged], state: Pips) -> Sequence[Mapping[str, int]]:
        return [{"moves": str(len(log))} for _score in state.scores]  # type: ignore[dict-item]


class CountsTheUndeclared(Dice):
    def statistics(self, log: Sequence[Logged], state: Pips) -> Sequence[Mapping[str, int]]:
        return [{"moves": len(log)} for _score in state.scores]


class CountsForTooFew(StatisticsInWords):
    def statistics(self, log: Sequence[Logged], state: Pips) -> Sequence[Mapping[str, int]]:
        return [{"moves": len(log)}]


class CountsBelowNothing(StatisticsInWords):
    def statistics(self, log: Sequence[Logged], state: Pips) -> Sequence[Mapping[str, int]]:
        return [{"moves": -1} for _score in state.scores]


class CountsWithoutALabel(Dice):
    def counted(self) -> Mapping[str, Line]:
        return {"moves": Line("")}

    def statistics(self, log: Sequence[Logged], state: Pips) -> Sequence[Mapping[str, int]]:
        return [{"moves": len(log)} for _score in state.scores]


class ProgressFails(Dice):
    def progress(self, state: Pips) -> Line:
        return Line("{n} to go", n=[5, 4, 3][state.scores[0]])


class NestsDeeply(Dice):
    def view(self, state: Pips, viewer: Viewer) -> View:
        nest: list[Any] = []
        for _level in range(3_000):
            nest = [nest]
        return {"nest": nest}


class HoldsItself(Dice):
    def view(self, state: Pips, viewer: Viewer) -> View:
        nest: list[Any] = []
        nest.append(nest)
        return {"nest": nest}


class EndsPython(Dice):
    def progress(self, state: Pips) -> Line:
        raise SystemExit


class NoName(Dice):
    name = Line("")


class NoBots(Dice):
    def bots(self) -> Sequence[Bot]:
        return ()


@dataclass(frozen=True)
class PlainOptions(NoOptions):
    rounds: int = 3


class UndeclaredOption(Dice):
    Options = PlainOptions
