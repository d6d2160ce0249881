"""What a viewer has not seen, drawn anew so that it fits everything the viewer has been shown."""

from __future__ import annotations

from tafelrunde.game import Chance, Viewer

from .notation import CARD_OF, CARDS, KIND, OF_COLOUR, RANK, plays, suit_of
from .state import State, replace
from .tricks import in_turn

NOBODY = -1
"""Who holds the cards that were not dealt."""


def redraw(state: State, viewer: Viewer, chance: Chance) -> State:
    """Another state that the viewer cannot tell from this one: other hands, other sealed bids."""
    hands = _hands(state, viewer, chance)
    if state.phase == "play":
        (seat,) = state.acting
        return replace(state, hands=hands, legal=plays(hands[seat], suit_of(state.trick)))
    return replace(state, hands=hands, bids=_bids(state, viewer, chance))


def lacking(state: State) -> list[set[str]]:
    """Per seat, the colours that it has shown not to hold, by not following them."""
    seats = len(state.hands)
    lacks: list[set[str]] = [set() for _ in range(seats)]
    for leader, faces in [*((trick.leader, trick.faces) for trick in state.tricks), (state.leader, state.trick)]:
        suit = suit_of(faces)
        if suit in OF_COLOUR:
            for seat, face in in_turn(leader, faces, seats):
                if face in RANK and KIND[face] != suit:  # nothing but a special card is played before the suit is set
                    lacks[seat].add(suit)
    return lacks


def _bids(state: State, viewer: Viewer, chance: Chance) -> tuple[int | None, ...]:
    if state.phase != "bid":
        return state.bids
    return tuple(
        bid if bid is None or seat == viewer else chance.below(state.round + 1) for seat, bid in enumerate(state.bids)
    )


def _hands(state: State, viewer: Viewer, chance: Chance) -> tuple[tuple[str, ...], ...]:
    """Deal what the viewer has not seen by lot; then cards that cannot be where they are trade places."""
    seen = {CARD_OF[face] for trick in state.tricks for face in trick.faces} | {CARD_OF[face] for face in state.trick}
    own = state.hands[viewer] if isinstance(viewer, int) else ()
    others = [seat for seat in range(len(state.hands)) if seat != viewer]
    cards = list(chance.shuffle([card for card in CARDS if card not in seen and card not in own]))
    holders = [seat for seat in others for _ in state.hands[seat]]
    holders += [NOBODY] * (len(cards) - len(holders))
    _trade(cards, holders, _forbidden(state), chance)
    hands = list(state.hands)
    for seat in others:
        hands[seat] = tuple(sorted(card for card, holder in zip(cards, holders, strict=True) if holder == seat))
    return tuple(hands)


def _forbidden(state: State) -> dict[int, frozenset[str]]:
    """Per holder, the cards that everybody knows it has not."""
    lacks = lacking(state)
    return {NOBODY: frozenset()} | {
        seat: frozenset[str]().union(*(OF_COLOUR[colour] for colour in colours)) for seat, colours in enumerate(lacks)
    }


def _trade(cards: list[str], holders: list[int], forbidden: dict[int, frozenset[str]], chance: Chance) -> None:
    """Until every card is with a holder that may have it.

    This ends: the true hands are one way to lay the cards, and from anywhere trades with one misplaced card's place
    lead there without misplacing any more.
    """
    misplaced = [place for place, card in enumerate(cards) if card in forbidden[holders[place]]]
    while misplaced:
        here = chance.pick(misplaced)
        there = chance.below(len(cards))
        mine, theirs = cards[here], cards[there]
        if mine in forbidden[holders[there]]:
            continue
        cards[here], cards[there] = theirs, mine
        if theirs not in forbidden[holders[here]]:
            misplaced.remove(here)
        if there in misplaced:
            misplaced.remove(there)
