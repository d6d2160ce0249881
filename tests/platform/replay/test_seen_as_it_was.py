"""A replay shows what was sent while the match was played: every ply, every viewer, board and story, byte for byte."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Iterable

import httpx
import websockets

from tests import wire
from tests.serving import Served

BOARD = re.compile(
    r'(<div class="kl.*?</div>)\s*(?=</fieldset>|<div class="after">|</section>\s*<section id="(?:seats|players)")',
    re.S,
)
STORY = re.compile(r'<div id="story"[^>]*>(.*?)</div>', re.S)
PLAYERS = re.compile(r'<section id="players".*?(<ol>.*?</ol>)', re.S)
RATING = re.compile(r' <small class="rating".*?</small>', re.S)
"""A rating is that of today, and has no part in a replay."""
PLY = re.compile(r'id="mine"[^>]*data-ply="(\d+)"')
Seen = dict[int, dict[str, str]]


def parts(html: str) -> dict[str, str] | None:
    """Board, story and players of a frame, or of a page's fragments; None where there is no board."""
    if not PLY.search(html):
        return None
    found = {name: pattern.search(html) for name, pattern in (("board", BOARD), ("story", STORY), ("players", PLAYERS))}
    return {name: re.sub(r"\s+", " ", RATING.sub("", match[1])) for name, match in found.items() if match}


async def watch(url: str, token: str | None, seen: Seen, watching: asyncio.Event) -> None:
    """Note what an HTML socket is shown at each ply, until the match is over."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    async with websockets.connect(url, additional_headers=headers, max_size=None) as socket:
        async for html in socket:
            assert isinstance(html, str)
            shown = parts(html)
            ply = PLY.search(html)
            if shown and ply and len(shown) == 3:
                seen.setdefault(int(ply[1]), shown)
                watching.set()
                if 'class="after"' in html:
                    return


async def test_every_ply_of_every_viewer_is_what_was_sent_live(server: Served) -> None:
    async with wire.match(server) as (slug, seats, people), contextlib.AsyncExitStack() as stack:
        watcher = await stack.enter_async_context(wire.connect(server, slug))
        url = f"{server.ws_url}/ws/rooms/{slug}/?format=html"
        viewers: list[tuple[str, str | None]] = [(str(seat), token) for seat, (_name, token) in enumerate(people)]
        viewers.append(("spectator", None))
        html: dict[str, Seen] = {viewer: {} for viewer, _token in viewers}
        ready = [asyncio.Event() for _ in viewers]
        watching = [
            asyncio.create_task(watch(url, token, html[viewer], there))
            for (viewer, token), there in zip(viewers, ready, strict=True)
        ]
        await asyncio.wait_for(asyncio.gather(*(there.wait() for there in ready)), wire.PATIENCE)
        await asyncio.gather(*(seat.play_to_the_end() for seat in seats))
        await watcher.match_where(lambda match: match["result"])
        await asyncio.wait_for(asyncio.gather(*watching), wire.PATIENCE)
        match = seats[0].match
        plies = range(match["ply"] + 1)
        json = dict(zip(("0", "1", "2", "spectator"), map(frames_by_ply, [*seats, watcher]), strict=True))
        async with httpx.AsyncClient(base_url=server.url) as client:
            for viewer, _token in viewers:
                for ply in plies:
                    board = (await client.get(f"/api/matches/{match['id']}/views/{ply}?viewer={viewer}")).json()
                    assert board == json[viewer][ply]["board"], (viewer, ply)
                    fragment = await client.get(f"/matches/{match['id']}/plies/{ply}/?viewer={viewer}")
                    assert parts(fragment.text) == html[viewer][ply], (viewer, ply)


def frames_by_ply(one: wire.Wire) -> dict[int, wire.Frame]:
    """The matches that this socket was told of."""
    told: Iterable[wire.Frame] = (frame["match"] for frame in one.frames if frame["type"] in {"match", "welcome"})
    return {match["ply"]: match for match in told if match}
