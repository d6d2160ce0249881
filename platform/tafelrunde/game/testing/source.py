"""Reads the source of a game's modules: what they import, and which calls would reach outside."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from importlib.machinery import ModuleSpec
from importlib.util import find_spec, resolve_name
from pathlib import Path
from typing import Any, Final

from ..interface import Game

INTERFACE: Final = "tafelrunde.game"
PURE: Final = frozenset(
    {
        *("__future__", "abc", "array", "bisect", "collections", "copy", "dataclasses", "enum", "fractions"),
        *("functools", "graphlib", "heapq", "itertools", "json", "math", "numbers", "operator", "re", "string"),
        *("textwrap", "types", "typing"),
    }
)
REACHING: Final = frozenset(
    {"__import__", "breakpoint", "compile", "eval", "exec", "globals", "id", "input", "open", "print"}
)


def source_faults(game: Game[Any, Any]) -> Iterator[str]:
    """All forbidden imports and calls in the modules of a game's package, each with its file and line."""
    waiting = list(_modules(game))
    seen: set[str] = set()
    while waiting:
        name = waiting.pop(0)
        if name in seen:
            continue
        seen.add(name)
        path = _file(name)
        if path is None:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        yield from (f"{path.name}, line {line}: {what}" for line, what in tree_faults(tree, name.partition(".")[0]))
        waiting += [module for module, _ in _imports(tree, package) if _within(module, name.partition(".")[0])]


def tree_faults(tree: ast.AST, own: str) -> Iterator[tuple[int, str]]:
    """Forbidden imports and calls of one module by line; `own` is the package whose modules it may import."""
    for module, line in _imports(tree, own):
        if not _allowed(module, own):
            yield line, f"imports {module}"
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in REACHING:
            yield node.lineno, f"calls {node.func.id}()"
        elif isinstance(node, ast.Global):
            yield node.lineno, f"keeps {', '.join(node.names)} from one call to the next (global)"


def _modules(game: Game[Any, Any]) -> Iterator[str]:
    bots = [type(bot) for bot in game.bots()]
    bases = [base for kind in (type(game), game.Options, *bots) for base in kind.__mro__]
    for name in {base.__module__ for base in bases}:
        top = name.partition(".")[0]
        if not _within(name, INTERFACE) and top not in PURE and top != "builtins":
            yield name
            yield from _package(top)


def _package(top: str) -> Iterator[str]:
    """All modules of a regular package; a namespace is shared, so it says nothing about its other members."""
    spec = _spec(top)
    if spec is None or spec.origin is None or not spec.submodule_search_locations:
        return
    root = Path(spec.origin).parent
    for path in sorted(root.rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        yield ".".join((top, *(parts[:-1] if parts[-1] == "__init__" else parts)))


def _file(module: str) -> Path | None:
    spec = _spec(module)
    return Path(spec.origin) if spec and spec.origin and spec.origin.endswith(".py") else None


def _imports(tree: ast.AST, package: str) -> Iterable[tuple[str, int]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = resolve_name("." * node.level + (node.module or ""), package) if node.level else node.module or ""
            yield base, node.lineno
            if _within(base, package.partition(".")[0]) or base == INTERFACE:
                yield from ((f"{base}.{alias.name}", node.lineno) for alias in node.names if _submodule(base, alias))


def _submodule(base: str, alias: ast.alias) -> bool:
    return _spec(f"{base}.{alias.name}") is not None


def _spec(module: str) -> ModuleSpec | None:
    try:
        return find_spec(module)
    except (ModuleNotFoundError, ValueError):  # no package on the way to it, or a script
        return None


def _allowed(module: str, own: str) -> bool:
    if _within(module, f"{INTERFACE}.testing"):
        return False
    return module.partition(".")[0] in PURE or _within(module, INTERFACE) or _within(module, own)


def _within(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")
