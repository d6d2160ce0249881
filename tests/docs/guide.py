"""A guide as its reader follows it: its blocks are run, looked for, put into files, and compared with what was printed.

What is done with a block stands behind its language: ``sh`` is run, ``sh fails`` must end badly, ``sh serves`` goes on;
``python has FILE`` must be there, ``becomes FILE`` replaces what is called the same, ``begins``/``ends FILE`` goes in
front or behind, ``is FILE`` is the whole file; ``text shows`` is what the last command printed, with … for anything.
"""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

_BLOCK = re.compile(r"^```(\w+)(?: (\w+))?(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """A block of the guide: what to do with it, with which file, and its text."""

    language: str
    deed: str
    file: str
    text: str


def blocks(path: Path) -> Iterator[Block]:
    """All blocks, in order."""
    for language, deed, file, text in _BLOCK.findall(path.read_text(encoding="utf-8")):
        yield Block(language, deed, file, text)


class Reader:
    """Somebody who does what the guide says, in a folder of their own."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self.folder, self.environment = folder, environment
        self.printed = ""
        self.served: subprocess.Popen[str] | None = None

    def follow(self, block: Block) -> None:
        """Do it. AssertionError where it does not go as the guide says."""
        what = block.deed or block.language
        getattr(self, f"_{what}")(block)

    def _sh(self, block: Block) -> None:
        assert self._run(block.text) == 0, f"{block.text}\n{self.printed}"

    def _fails(self, block: Block) -> None:
        assert self._run(block.text) != 0, self.printed

    def _run(self, text: str) -> int:
        """Run the lines in one shell, and stay in the folder in which they end."""
        script = f"set -e\n{text}\npwd > .guide-pwd\nmv .guide-pwd '{self.folder}/.guide-pwd' 2>/dev/null || true\n"
        done = subprocess.run(
            ["bash", "-c", script],
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        self.printed = done.stdout
        if (told := self.folder / ".guide-pwd").exists():
            self.folder = Path(told.read_text().strip())
            told.unlink()
        return done.returncode

    def _serves(self, block: Block) -> None:
        command = ["bash", "-c", f"exec {block.text.strip()} --port 0"]
        self.served = subprocess.Popen(
            command, cwd=self.folder, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )

    def _shows(self, block: Block) -> None:
        for line in block.text.splitlines():
            pattern = ".*".join(map(re.escape, line.split("…")))
            assert re.search(f"^{pattern}$", self.printed, re.MULTILINE), f"{line}\nis nowhere in\n{self.printed}"

    def _has(self, block: Block) -> None:
        assert block.text in self._read(block), f"{block.file} has not\n{block.text}"

    def _is(self, block: Block) -> None:
        path = self.folder / block.file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(block.text, encoding="utf-8")

    def _begins(self, block: Block) -> None:
        head, future, rest = self._read(block).partition("from __future__ import annotations\n\n")
        self._write(block, f"{head}{future}{block.text}\n{rest}")

    def _ends(self, block: Block) -> None:
        self._write(block, f"{self._read(block)}\n\n{block.text}")

    def _becomes(self, block: Block) -> None:
        text = self._read(block)
        lines, new = text.splitlines(keepends=True), dedent(block.text)
        old = _definition(ast.parse(text), _definition_in(new).name)
        first = min([old.lineno, *(each.lineno for each in old.decorator_list)]) - 1
        lines[first : old.end_lineno] = [indent(new, " " * old.col_offset)]
        self._write(block, "".join(lines))

    def _read(self, block: Block) -> str:
        return (self.folder / block.file).read_text(encoding="utf-8")

    def _write(self, block: Block, text: str) -> None:
        (self.folder / block.file).write_text(text, encoding="utf-8")


def _definition_in(text: str) -> Any:
    (found,) = ast.parse(text).body
    return found


def _definition(tree: ast.AST, name: str) -> Any:
    """The function or class of this name, wherever it is."""
    kinds = (ast.FunctionDef, ast.ClassDef)
    (found,) = [node for node in ast.walk(tree) if isinstance(node, kinds) and node.name == name]
    return found
