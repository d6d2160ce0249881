"""Four people in one room, each in their own language: what the house says, refusals, labels and the story."""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import Any, Final

import pytest

from tests import wire
from tests.serving import Served

LANGUAGES: Final = ("en", "fr", "de", "it")
SITS: Final = {"en": "sits down.", "fr": "s’assied.", "de": "setzt sich.", "it": "si siede."}
BEGUN: Final = {
    "en": "The match begins.",
    "fr": "La partie commence.",
    "de": "Die Partie beginnt.",
    "it": "Comincia la partita.",
}
SAYS: Final = {
    "en": "There is no command /nonsense",
    "fr": "Il n’y a pas de commande /nonsense",
    "de": "Es gibt keinen Befehl /nonsense",
    "it": "Non c’è un comando /nonsense",
}
ONLY_HOST: Final = {"fr": "Seul l’hôte", "de": "nur der Gastgeber", "it": "solo il padrone di casa"}
TAKES: Final = {"en": " takes ", "fr": " prend ", "de": " nimmt ", "it": " prende "}
HELP: Final = {"en": "help", "fr": "aide", "de": "hilfe", "it": "aiuto"}
TAUGHT: Final = {"en": "show what you can do", "fr": "montrer ce que tu peux", "de": "zeigen, was du", "it": "mostrare"}


def told(frames: list[wire.Frame]) -> str:
    """All that this socket was told in words."""
    found: list[str] = []
    for frame in frames:
        _words(frame, found)
    return "\n".join(found)


def _words(value: Any, found: list[str]) -> None:
    if isinstance(value, dict):
        for one in value.values():
            _words(one, found)
    elif isinstance(value, list):
        for one in value:
            _words(one, found)
    elif isinstance(value, str):
        found.append(value)


@pytest.mark.asyncio
async def test_each_reads_their_own(server: Served) -> None:
    people = wire.players(server, len(LANGUAGES))
    slug = wire.open_room(server, people[0][1])
    async with AsyncExitStack() as stack:
        sockets = {
            language: await stack.enter_async_context(wire.connect(server, slug, token, query=f"?lang={language}"))
            for language, (_name, token) in zip(LANGUAGES, people, strict=True)
        }
        for socket in sockets.values():
            assert (await socket.say("/join"))["type"] == "ok"
        for language, socket in sockets.items():
            assert (await socket.say("/nonsense"))["text"].startswith(SAYS[language])
            if language in ONLY_HOST:
                assert ONLY_HOST[language] in (await socket.say("/start"))["text"]
            for word in HELP.values():
                answer = await socket.say(f"/{word} {HELP[language]}")
                assert answer["type"] == "ok"
        assert (await sockets["en"].say("/start"))["type"] == "ok"
        for socket in sockets.values():
            await socket.match_where(lambda match: match["ply"] == 0)
        mover = next(socket for socket in sockets.values() if socket.match["moves"])
        take = next(move for move in mover.match["moves"] if move.startswith("take"))
        assert (await mover.move(take))["type"] == "ok"
        for socket in sockets.values():
            await socket.match_where(lambda match: match["ply"] == 1)
        for language, socket in sockets.items():
            text = told(socket.frames)
            for said in (SITS, BEGUN, TAKES, TAUGHT):
                assert said[language] in text, (language, text)
                others = [other for code, other in said.items() if code != language and other in text]
                assert others == [], (language, others)
