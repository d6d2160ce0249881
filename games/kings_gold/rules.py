"""The rules of King's Gold, as docs/kings_gold.md tells them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from tafelrunde.game import Bot, Chance, Game, Line, Logged, NoOptions, Result, View, Viewer, Zone

from . import notation, screen
from .bots import Captain, Deckhand
from .notation import BONES_THAT_END, CANNON, COINS, CROSSBONES, DICE, REROLLS, ROLL, SKULL, STOP, WHICH, Dice
from .state import Deed, Effect, FirstRoll, Gold, State, Turn, carry_out, five_alike, more_robbed, pay, replace

PURSE = 60


class KingsGold(Game[State, NoOptions]):
    """Plunder the ships of the Caribbean and each other, and let the king have his share."""

    slug = "kings_gold"
    name = Line("King's Gold")
    seats = range(2, 7)
    ruleset = "1"
    hidden = False
    playoff = True

    def setup(self, seats: int, options: NoOptions, chance: Chance) -> State:
        first_rolls = _first_rolls(seats, chance)
        return State(
            gold=Gold(PURSE, 0, (0,) * seats),
            active=_most_skulls(first_rolls[-1])[0],
            turn=1,
            phase="roll",
            dice=(),
            rerolls_left=REROLLS,
            unused=(),
            effects=(),
            legal=(ROLL,),
            last=None,
            first_rolls=first_rolls,
            deed=None,
            robbed=(0,) * seats,
        )

    def moves(self, state: State, seat: int) -> Sequence[str]:
        return state.legal if seat == state.active else ()

    def play(self, state: State, seat: int, move: str, chance: Chance) -> State:
        if move in WHICH:
            return _reroll(state, seat, WHICH[move], chance)
        if move == ROLL:
            dice = chance.roll(DICE)
            return _rolled(state, dice, REROLLS, Deed(seat, ROLL, dice, ()))
        if move == STOP:
            return _carry_out(state, state.dice, state.rerolls_left, Deed(seat, STOP, (), ()))
        return _choose(state, Deed(seat, move.partition(" ")[0], (), ()), (move,))

    def view(self, state: State, viewer: Viewer) -> View:
        return screen.view(state)

    def story(self, state: State, viewer: Viewer) -> Sequence[Line]:
        return screen.story(state)

    def result(self, state: State) -> Result | None:
        if state.active is not None:
            return None
        return Result.by_score(state.gold.coins, {"king": state.gold.king})

    def read(self, text: str, state: State, seat: int) -> str | None:
        move, legal = notation.spell(text), self.moves(state, seat)
        if move in legal:
            return move
        # Where only one can be robbed, nobody has to be named.
        meant = [known for known in legal if known.rpartition(" @")[0] == move]
        return meant[0] if len(meant) == 1 else None

    def verbs(self) -> Sequence[str]:
        return ("roll", "reroll", "stop", "cannon", "skull", "plunder")

    def label(self, move: str) -> Line:
        return notation.label(move)

    def fallback(self, view: View, moves: Sequence[str]) -> str:
        return STOP if STOP in moves else moves[0]

    def bots(self) -> Sequence[Bot]:
        return (Captain(), Deckhand())

    def progress(self, state: State) -> Line:
        return Line("turn {n}, {purse} in the purse", n=state.turn, purse=state.gold.purse)

    def rules_part(self, view: View) -> str:
        parts = {"roll": "turn", "rolled": "stop", "resolve": "combinations", "end": "end"}
        return parts[view["phase"]]

    def scores(self, state: State) -> Sequence[int] | None:
        return state.gold.coins

    def layout(self, view: View) -> Sequence[Zone]:
        return screen.layout(view)

    def counted(self) -> Mapping[str, Line]:
        return {"coins_robbed": Line("Coins robbed"), "rerolls": Line("Rerolls")}

    def statistics(self, log: Sequence[Logged], state: State) -> Sequence[Mapping[str, int]]:
        verbs = Counter((entry.seat, entry.move.partition(" ")[0]) for entry in log)
        return [{"coins_robbed": robbed, "rerolls": verbs[seat, "reroll"]} for seat, robbed in enumerate(state.robbed)]


def _first_rolls(seats: int, chance: Chance) -> tuple[tuple[FirstRoll, ...], ...]:
    """Everyone throws five dice; who ties for the most skulls throws again, until one has most."""
    rounds: list[tuple[FirstRoll, ...]] = []
    throwing: Sequence[int] = range(seats)
    while len(throwing) > 1:
        rounds.append(tuple([FirstRoll(seat, chance.roll(DICE)) for seat in throwing]))
        throwing = _most_skulls(rounds[-1])
    return tuple(rounds)


def _most_skulls(rolls: Sequence[FirstRoll]) -> list[int]:
    most = max(roll.dice.count(SKULL) for roll in rolls)
    return [roll.seat for roll in rolls if roll.dice.count(SKULL) == most]


def _reroll(state: State, seat: int, chosen: tuple[int, ...], chance: Chance) -> State:
    rolled, dice = chance.roll(len(chosen)), list(state.dice)
    for index, die in zip(chosen, rolled, strict=True):
        dice[index] = die
    return _rolled(state, tuple(dice), state.rerolls_left - 1, Deed(seat, "reroll", rolled, ()))


def _rolled(state: State, dice: Dice, rerolls_left: int, deed: Deed) -> State:
    """The dice lie there: three crossbones end the turn, and so does having no reroll left."""
    if dice.count(CROSSBONES) >= BONES_THAT_END:
        return _turn_done(state, dice, deed, *pay(state.gold, deed.seat))
    if rerolls_left:
        legal = notation.rerolls(dice)
        return replace(state, phase="rolled", dice=dice, rerolls_left=rerolls_left, legal=legal, deed=deed)
    return _carry_out(state, dice, rerolls_left, deed)


def _carry_out(state: State, dice: Dice, rerolls_left: int, deed: Deed) -> State:
    """The player has stopped: what the dice do, as far as nothing is left to choose."""
    seat, seats = deed.seat, len(state.gold.coins)
    if max(dice) <= COINS[-1] or min(dice) == CANNON:
        return _turn_done(state, dice, deed, *five_alike(state.gold, seat, dice))
    choices = notation.plunders(seat, seats) if dice.count(SKULL) == DICE else notation.pairs(dice, seat, seats)
    if not choices:
        return _turn_done(state, dice, deed, *pay(state.gold, seat))
    return _choose(replace(state, phase="resolve", dice=dice, rerolls_left=rerolls_left, unused=dice), deed, choices)


def _choose(state: State, deed: Deed, choices: Sequence[str]) -> State:
    """What can be done in one way only is done; where there is a choice it is the player's."""
    seat, gold, unused, new = deed.seat, state.gold, state.unused, deed.effects
    while len(choices) == 1:
        gold, unused, effect = carry_out(gold, seat, unused, choices[0])
        new = (*new, effect)
        choices = notation.pairs(unused, seat, len(gold.coins)) if gold.purse else ()
    if not choices:
        return _turn_done(state, state.dice, deed, gold, *new)
    deed = deed._replace(effects=new)
    return replace(state, gold=gold, unused=unused, effects=state.effects + new, legal=choices, deed=deed)


def _turn_done(state: State, dice: Dice, deed: Deed, gold: Gold, *new: Effect) -> State:
    """The turn ends with what the last move did: the next player's turn, or the end where the purse is empty."""
    over = not gold.purse
    return replace(
        state,
        gold=gold,
        active=None if over else (deed.seat + 1) % len(gold.coins),
        turn=state.turn + (not over),
        phase="end" if over else "roll",
        dice=(),
        rerolls_left=0 if over else REROLLS,
        unused=(),
        effects=(),
        legal=() if over else (ROLL,),
        last=Turn(deed.seat, dice, state.effects + new),
        deed=deed._replace(effects=new),
        robbed=more_robbed(state.robbed, deed.seat, state.effects + new),
    )
