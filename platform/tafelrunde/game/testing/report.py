"""What a run of the kit has found, told as a colleague would tell it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from ..options import spell

RULES: Final[Mapping[str, str]] = {
    "metadata": "slug, name, seats, ruleset, hidden, options and bots are declared completely",
    "imports": "a game imports pure modules and tafelrunde.game only, and calls nothing that reaches outside",
    "raises": "no function of a game raises",
    "immutable": "a state is immutable and hashable all the way down",
    "unchanged": "no call changes the state it is given",
    "repeats": "the same seed and moves give the same states, views, moves and stories, in every process",
    "ends": "a match ends",
    "to move": "somebody has moves until there is a result, and nobody after",
    "notation": "moves are clean, short texts without duplicates",
    "accepted": "every listed move can be played",
    "json": "views are JSON of a sane size",
    "story": "stories are short sequences of Lines",
    "lines": "a Line has a message and all the values it names",
    "leak": "nothing that is shown depends on what its viewer may not know",
    "resample": "resample draws the unseen anew, into states that are as good as any other",
    "shown": "resample keeps to what the viewer was shown earlier",
    "speed": "no step takes long",
    "read": "a typed line is a move of that seat or none",
    "premoves": "what may be marked is clean notation, and nothing once it is over",
    "fallback": "the move for when time is out is one of the moves",
    "bots": "bots play one of their moves",
    "result": "a result names every seat, with ranks and winners that fit",
    "scores": "scores, where there are some, are one whole number per seat, and open ones end as the result does",
    "layout": "the generic board gets zones",
    "statistics": "of each seat just what is declared is counted, in whole numbers with labels, none below 0",
    "rules": "the part of the rules that matters now is an id of the page of rules",
    "tutorial": "a tutorial can be played as its script says, and has every kind of move",
    "recorded": "recorded matches replay as they were played",
}


@dataclass(frozen=True, slots=True)
class Where:
    """The place of a finding: the number of the match in its run, how it was set up, and after which move."""

    match: int
    seats: int
    options: Mapping[str, Any]
    ply: int | None = None
    move: str = ""
    seed: int | None = None

    def __str__(self) -> str:
        seed = [] if self.seed is None else [f"seed {self.seed}"]
        options = [f"{name} {spell(value)}" for name, value in self.options.items()]
        parts = [*seed, f"match {self.match}", f"{self.seats} seats", *options]
        if self.ply:
            parts.append(f"after move {self.ply}")
        elif self.ply == 0:
            parts.append("after the setup")
        return ", ".join(parts) + (f": {self.move}" if self.ply and self.move else "")


@dataclass(frozen=True, slots=True)
class Finding:
    """One broken rule, where it showed first, and the difference where there is one."""

    rule: str
    message: str
    where: Where | None = None
    before: str = ""
    after: str = ""

    def __str__(self) -> str:
        lines = [f"{self.rule}: {self.message}"]
        if self.where is not None:
            lines.append(f"  where   {self.where}")
        if self.before or self.after:
            lines += [f"  before  {self.before}", f"  after   {self.after}"]
        lines.append(f"  rule    {RULES[self.rule]}")
        return "\n".join(lines)


@dataclass(slots=True)
class Report:
    """All findings of a run, the first for each rule; with them what was played and which messages were seen.

    `asked` is how many matches the run was to have: with another number, the same seed plays other ones.
    """

    slug: str
    seed: int | None = None
    matches: int = 0
    asked: int = 0
    plies: int = 0
    findings: list[Finding] = field(default_factory=list)
    messages: set[str] = field(default_factory=set)
    untranslated: tuple[str, ...] = ()

    @property
    def rules(self) -> set[str]:
        """The rules that are broken."""
        return {finding.rule for finding in self.findings}

    def add(self, finding: Finding) -> None:
        """Keep a finding, unless its rule has one already."""
        if finding.rule not in RULES:
            raise ValueError(f"{finding.rule} is no rule of the kit")
        if finding.rule not in self.rules:
            self.findings.append(finding)

    def raise_if_bad(self) -> None:
        """AssertionError with all findings, if there are any."""
        if self.findings:
            raise AssertionError(str(self))

    def __str__(self) -> str:
        seed = "" if self.seed is None else f" with seed {self.seed}"
        played = f"{self.matches} matches{seed}, {self.plies} moves"
        if not self.findings:
            return f"{self.slug}: {played}: nothing to complain about."
        return "\n\n".join([f"{self.slug}: {played}:", *map(self._told, self.findings)])

    def _told(self, finding: Finding) -> str:
        """A finding, and how to see it again by itself."""
        if finding.where is None or self.seed is None:
            return str(finding)
        match = f"--matches {self.asked} --match {finding.where.match}"
        return f"{finding}\n  again   checkgame {self.slug} --seed {self.seed} {match}"
