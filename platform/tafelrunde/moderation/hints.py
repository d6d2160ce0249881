"""Hints for admins, never verdicts: pairs and players whose rated matches look odd. Each says what was counted, and
families, clubs and good friends look the same: nothing is ever decided by a hint.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _

from tafelrunde.accounts.models import Player
from tafelrunde.accounts.names import called
from tafelrunde.languages.numbers import counted
from tafelrunde.matches.models import Match
from tafelrunde.ratings.models import RatingChange

from .models import Trace

DAYS, MOST_MATCHES, MOST_HINTS = 30, 5000, 100
FEW: Final = 8
"""So many matches at least, or nothing is said."""
ALWAYS: Final = 0.8
"""Of somebody's matches so many with one other, who has other people to play with."""
HARDLY, WELL = 0.1, 0.4
"""Of the matches against one other somebody does better in hardly any, against all others in a good part."""
DROP: Final = 150


@dataclass(frozen=True, slots=True)
class Hint:
    """What was noticed about whom, and in what numbers; `weight` is how many matches it is about."""

    kind: str
    players: tuple[Player, ...]
    text: str
    weight: int


@dataclass(frozen=True, slots=True)
class Played:
    """A rated match: by player the place, 1 for who won, and the rating after it."""

    game: str
    places: Mapping[int, int] = field(default_factory=dict)
    numbers: Mapping[int, int] = field(default_factory=dict)


def hints() -> list[Hint]:
    """All that is noticed in the rated matches of the last days, the weightiest first."""
    played = _played(timezone.now() - dt.timedelta(days=DAYS))
    names = Player.objects.in_bulk({player for match in played for player in match.places})
    found = [*same_address(played, names), *same_pair(played, names), *losing(played, names), *dropping(played, names)]
    return sorted(found, key=lambda hint: -hint.weight)[:MOST_HINTS]


Names = Mapping[int, Player]


def same_address(played: Sequence[Played], names: Names) -> Iterator[Hint]:
    """Two who play rated matches with each other have come from the same address."""
    keys: defaultdict[int, set[str]] = defaultdict(set)
    for player, key in Trace.objects.filter(player__in=names).values_list("player", "key"):
        keys[player].add(key)
    for (one, other), n in _together(played).items():
        if keys[one] & keys[other]:
            text = _("{one} and {other} have come from the same address, and played {n} rated matches together.")
            yield Hint("address", (names[one], names[other]), _say(text, names, one, other, n=n), n)


def same_pair(played: Sequence[Played], names: Names) -> Iterator[Hint]:
    """Two of whom one plays nearly always with the other alone, though not everybody here is those two."""
    alone = Counter(frozenset(match.places) for match in played if len(match.places) == 2)
    of_one = Counter(player for match in played for player in match.places)
    for pair, n in alone.items():
        one, other = sorted(pair, key=lambda player: of_one[player])
        if n >= FEW and n >= ALWAYS * of_one[one] and len(of_one) > 2:
            text = _("{one} has played {n} of {all} rated matches with {other} alone.")
            yield Hint("pair", (names[one], names[other]), _say(text, names, one, other, n=n, all=of_one[one]), n)


def losing(played: Sequence[Played], names: Names) -> Iterator[Hint]:
    """Somebody hardly ever does better than one other, but does well enough against everybody else."""
    met: Counter[tuple[int, int]] = Counter()
    better: Counter[tuple[int, int]] = Counter()
    for match in played:
        for one, other in permutations(match.places, 2):
            met[one, other] += 1
            better[one, other] += match.places[one] <= match.places[other]
    all_met, all_better = Counter[int](), Counter[int]()
    for pair, n in met.items():
        all_met[pair[0]] += n
        all_better[pair[0]] += better[pair]
    for (one, other), n in met.items():
        against_others = all_met[one] - n
        if n < FEW or against_others < FEW or better[one, other] > HARDLY * n:
            continue
        others = all_better[one] - better[one, other]
        if others >= WELL * against_others:
            text = _(
                "{one} has lost {lost} of {n} rated matches against {other}, but {others} of {all} against all others."
            )
            said = _say(
                text,
                names,
                one,
                other,
                lost=n - better[one, other],
                n=n,
                others=against_others - others,
                all=against_others,
            )
            yield Hint("losing", (names[one], names[other]), said, n)


def dropping(played: Sequence[Played], names: Names) -> Iterator[Hint]:
    """Somebody's rating falls far, match after match: perhaps to meet weaker players."""
    course: defaultdict[tuple[int, str], list[tuple[int, bool]]] = defaultdict(list)
    for match in played:
        last = max(match.places.values())
        for player, number in match.numbers.items():
            course[player, match.game].append((number, match.places[player] == last))
    for (player, game), steps in course.items():
        at = max(range(len(steps)), key=lambda step: steps[step][0])
        fallen, after = steps[at][0] - steps[-1][0], steps[at + 1 :]
        lost = sum(was_last for _number, was_last in after)
        if len(after) >= FEW and fallen >= DROP and lost >= (1 - HARDLY) * len(after):
            text = _("{one} has fallen by {fallen} in {game}, and was last in {lost} of {n} rated matches.")
            said = text.format(one=called(names[player].name), fallen=fallen, game=game, lost=lost, n=len(after))
            yield Hint("dropping", (names[player],), said, len(after))


def _played(since: dt.datetime) -> list[Played]:
    """The rated matches that have ended since, the oldest first."""
    ended = Match.objects.filter(ended__gte=since, rated=True, status=Match.Status.OVER).order_by("-pk")
    matches = list(ended.values_list("pk", flat=True)[:MOST_MATCHES])
    found: dict[int, Played] = {}
    for start in range(0, len(matches), 500):
        changes = RatingChange.objects.filter(rated__match__in=matches[start : start + 500])
        for at, game, player, place, number in changes.values_list("rated", "rated__game", "player", "place", "number"):
            match = found.setdefault(at, Played(game, {}, {}))
            found[at] = Played(game, {**match.places, player: place}, {**match.numbers, player: number})
    return [found[at] for at in sorted(found)]


def _together(played: Sequence[Played]) -> Counter[tuple[int, int]]:
    return Counter(pair for match in played for pair in combinations(sorted(match.places), 2))


def _say(text: str, names: Names, one: int, other: int, **numbers: int) -> str:
    told = {name: counted(number) for name, number in numbers.items()}
    return text.format(one=called(names[one].name), other=called(names[other].name), **told)
