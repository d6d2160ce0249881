"""What a viewer of King's Gold is shown: the view, the story, the zones of the generic board. Nothing is hidden."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tafelrunde.game import Line, Seat, View, Zone, plural

from .notation import BONES_THAT_END, CANNON, COINS, CROSSBONES, SKULL, Dice, face, listed
from .state import Deed, Effect, Gold, State, fire


def view(state: State) -> View:
    """The board as docs/kings_gold.md describes it, key for key."""
    return {
        "purse": state.gold.purse,
        "king": state.gold.king,
        "coins": list(state.gold.coins),
        "active": state.active,
        "phase": state.phase,
        "dice": list(state.dice),
        "rerolls_left": state.rerolls_left,
        "unused": list(state.unused),
        "effects": _effects(state.effects),
        "last": state.last
        and {"seat": state.last.seat, "dice": list(state.last.dice), "effects": _effects(state.last.effects)},
        "first_rolls": [
            [{"seat": roll.seat, "dice": list(roll.dice)} for roll in rolls] for rolls in state.first_rolls
        ],
    }


def story(state: State) -> Sequence[Line]:
    """The last move and what came of it; before the first one, who begins."""
    if state.deed is None:
        return list(_told_beginning(state))
    lines = list(_did(state.deed))
    dice = state.dice or (state.last.dice if state.last else ())
    for effect in state.deed.effects:
        lines.extend(_told(Seat(state.deed.seat), effect, dice))
    if state.active is None:
        lines.append(Line("The purse is empty, and the plundering is over."))
    return lines


def layout(view: View) -> Sequence[Zone]:
    """The view as zones: where the coins are, the dice, what they can do, the turn before."""
    owners = [(Line("{who}", who=Seat(seat)), coins) for seat, coins in enumerate(view["coins"])]
    zones = [Zone(Line("Coins"), ((Line("the purse"), view["purse"]), (Line("the king"), view["king"]), *owners))]
    if view["dice"]:
        dice = [_placed(number, die) for number, die in enumerate(view["dice"], 1)]
        zones.append(Zone(Line("Dice"), (*dice, (Line("rerolls left"), view["rerolls_left"]))))
    if view["phase"] == "resolve":
        zones.append(Zone(Line("Dice not yet used"), tuple((face(die), None) for die in view["unused"])))
        zones.append(Zone(Line("What a cannon brings now"), tuple(_brought(view))))
    if view["last"] is not None:
        zones.append(Zone(Line("The last turn"), tuple((line, None) for line in _last_turn(view["last"]))))
    else:
        zones.append(Zone(Line("Throws for the first turn"), tuple(_throws(view))))
    return zones


def _effects(effects: Sequence[Effect]) -> list[dict[str, Any]]:
    return [{key: value for key, value in effect._asdict().items() if value is not None} for effect in effects]


def _told_beginning(state: State) -> Iterator[Line]:
    for number, rolls in enumerate(state.first_rolls):
        skulls = [Line("{who} {n}", who=Seat(roll.seat), n=roll.dice.count(SKULL)) for roll in rolls]
        if number:
            yield Line("A tie, once more: {skulls}.", skulls=listed(skulls))
        else:
            yield Line("Who throws most skulls begins: {skulls}.", skulls=listed(skulls))
    if state.active is not None:
        yield Line("{who} begins.", who=Seat(state.active))


def _did(deed: Deed) -> Iterator[Line]:
    who = Seat(deed.seat)
    if deed.verb == "roll":
        yield Line("{who} rolls {dice}.", who=who, dice=_faces(deed.rolled))
    elif deed.verb == "reroll":
        count = len(deed.rolled)
        yield plural(
            "{who} rolls {n} die again: {dice}.",
            "{who} rolls {n} dice again: {dice}.",
            count,
            who=who,
            dice=_faces(deed.rolled),
        )
    elif deed.verb == "stop":
        yield Line("{who} stops.", who=who)


def _told(who: Seat, effect: Effect, dice: Dice) -> Iterator[Line]:
    gain, target = effect.gain or 0, Seat(effect.target or 0)
    if effect.type == "cannon":
        yield Line("A cannon: {n} for {who}, {king} for the king.", n=gain, who=who, king=effect.king or 0)
    elif effect.type == "skull":
        yield _robbed(who, target, gain)
    elif effect.type == "plunder":
        yield Line("Five skulls! {who} takes all that {target} has: {n}.", who=who, target=target, n=gain)
    elif effect.type == "king":
        yield Line("Five coins! {who} takes all that the king has: {n}.", who=who, n=gain)
    elif effect.type == "purse":
        yield Line("Five cannons! {who} takes the whole purse: {n}.", who=who, n=gain)
    elif effect.type == "pay":
        three = dice.count(CROSSBONES) >= BONES_THAT_END
        yield Line("Three crossbones!") if three else Line("No combination.")
        yield _paid(who, effect.paid or 0)


def _robbed(who: Seat, target: Seat, gain: int) -> Line:
    if not gain:
        return Line("A skull: {who} finds nothing with {target}.", who=who, target=target)
    return plural(
        "A skull: {who} robs {target} of {n} coin.",
        "A skull: {who} robs {target} of {n} coins.",
        gain,
        who=who,
        target=target,
    )


def _paid(who: Seat, paid: int) -> Line:
    if not paid:
        return Line("{who} has nothing to pay the king.", who=who)
    return plural("{who} pays the king {n} coin.", "{who} pays the king {n} coins.", paid, who=who)


def _faces(dice: Sequence[int]) -> Line:
    return listed([face(die) for die in dice])


def _placed(number: int, die: int) -> tuple[Line, None]:
    if die == CROSSBONES:
        return Line("{n}: {face}, locked", n=number, face=face(die)), None
    return Line("{n}: {face}", n=number, face=face(die)), None


def _brought(view: View) -> Iterator[tuple[Line, None]]:
    """What each coin die would bring with a cannon, to the coin: a short purse is shared."""
    if CANNON not in view["unused"]:
        return
    for coin in COINS:
        if coin in view["unused"]:
            _, effect = fire(Gold(view["purse"], 0, (0,)), 0, coin)
            line = Line(
                "{coin}: {n} for you, {king} for the king", coin=coin, n=effect.gain or 0, king=effect.king or 0
            )
            yield line, None


def _last_turn(last: dict[str, Any]) -> Iterator[Line]:
    who, dice = Seat(last["seat"]), tuple(last["dice"])
    yield Line("{who} rolls {dice}.", who=who, dice=_faces(dice))
    for effect in last["effects"]:
        yield from _told(who, Effect(**effect), dice)


def _throws(view: View) -> Iterator[tuple[Line, int]]:
    for rolls in view["first_rolls"]:
        for roll in rolls:
            yield Line("skulls of {who}", who=Seat(roll["seat"])), roll["dice"].count(SKULL)
