"""The table of roles, read from docs/roles.md: who gets what, row by row. The document is the data of these tests."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

DOCUMENT: Final = Path(__file__).resolve().parents[3] / "docs" / "roles.md"
Outcomes = dict[str, str]


@dataclass(frozen=True, slots=True)
class Row:
    """A request, a line or a frame, and the outcome by role."""

    asked: str
    outcomes: Mapping[str, str]


def sections() -> dict[str, list[Row]]:
    """The rows below each heading that has a table."""
    found: dict[str, list[Row]] = {}
    heading, roles = "", list[str]()
    for line in DOCUMENT.read_text("utf-8").splitlines():
        if line.startswith("#"):
            heading, roles = line.lstrip("#").strip(), []
        elif line.startswith("|"):
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            if not roles:
                roles = cells[1:]
            elif not set(line) <= set("|- :"):
                outcomes = {
                    role: outcome
                    for several, outcome in zip(roles, cells[1:], strict=True)
                    for role in several.split(", ")
                }
                found.setdefault(heading, []).append(Row(cells[0].strip("`"), outcomes))
    return found


def of(*headings: str) -> list[Row]:
    """The rows of these sections."""
    table = sections()
    return [row for heading in headings for row in table[heading]]


def differences(rows: list[Row], get: Callable[[str, str], str]) -> list[str]:
    """Where what one really gets is not what the table says; `get` takes what is asked and the role."""
    wrong = []
    for row in rows:
        for role, outcome in row.outcomes.items():
            got = get(row.asked, role)
            if got != outcome:
                wrong.append(f"{row.asked} as {role}: the table says {outcome}, but it is {got}")
    return wrong


def filled(text: str, things: Mapping[str, str]) -> str:
    """With the names of things in braces replaced; other braces stay."""
    return re.sub(r"\{(\w+)\}", lambda name: things.get(name[1], name[0]), text)
