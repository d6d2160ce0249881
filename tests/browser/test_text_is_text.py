"""What people type is shown as it was typed, wherever it is shown and however it comes; nothing of it is ever executed.

Whatever ran would call `console.error`, whatever loaded would be a request for /x: both are seen.
"""

import html
from urllib.parse import quote

import httpx
import pytest
from playwright.async_api import Page, expect

from tests import wire
from tests.browser.house import House

pytestmark = [pytest.mark.once, pytest.mark.asyncio(loop_scope="session")]

RUN = "console.error(1)"
NASTY = [
    f"<img src=/x onerror={RUN}>",
    f"</template><script>{RUN}</script>",
    f'"><svg onload={RUN}>',
    f"' onfocus={RUN} autofocus='",
    "</title><b>{{ 7*7 }}{% now %}&lt;i&gt;",
]


async def is_clean(house: House, page: Page) -> None:
    """Nothing that was typed has become an element, an attribute or a request."""
    await expect(page.locator("[onerror], [onload], [onfocus], [src='/x'], body script, #log b b, h1 *")).to_have_count(
        0
    )
    assert not [request.url for request in house.requests if request.url.endswith("/x")]


async def test_names_of_rooms(house: House) -> None:
    ada = house.person()
    lobby = await house.enter("/")
    names = [nasty[:40] for nasty in NASTY]
    paths = [house.room(ada, name=name) for name in names]
    for name, path in zip(names, paths, strict=True):
        row = lobby.locator(f'a[href="{path}"] b')
        await expect(row).to_have_text(name)
    await is_clean(house, lobby)
    await lobby.reload()
    for name, path in zip(names, paths, strict=True):
        await expect(lobby.locator(f'a[href="{path}"] b')).to_have_text(name)
    await is_clean(house, lobby)
    for name, path in zip(names, paths, strict=True):
        await lobby.goto(house.server.url + path)
        await expect(lobby.locator("h1")).to_have_text(name)
        await expect(lobby).to_have_title(f"{name} · King Lui")
        await is_clean(house, lobby)


async def test_lines_of_chat_typed_and_as_frames(house: House) -> None:
    ada, bertil = house.person(), house.person()
    path = house.room(ada)
    one, other = [await house.enter(path, person) for person in (ada, bertil)]
    async with wire.connect(house.server, path.split("/")[2], bertil.token) as program:
        for nasty in NASTY[:3]:
            await one.locator("#line").fill(nasty)
            await one.locator("#line").press("Enter")
        for nasty in NASTY:
            assert (await program.say(nasty))["type"] == "ok"
        for nasty in NASTY[:3]:
            assert (await program.say(f"/tell {ada.name} {nasty}"))["type"] in {"ok", "refusal"}
        for page in (one, other):
            for nasty in NASTY:
                await expect(page.locator("#log .say").filter(has_text=nasty).first).to_be_visible()
            await is_clean(house, page)
    await one.reload()
    for nasty in NASTY:
        await expect(one.locator("#log .say").filter(has_text=nasty).first).to_be_visible()
    await is_clean(house, one)


async def test_emotes_whispers_and_frames_of_programs(house: House) -> None:
    ada, bertil = house.person(), house.person()
    path = house.room(ada)
    page = await house.enter(path, ada)
    async with wire.connect(house.server, path.split("/")[2], bertil.token) as program:
        for nasty in NASTY[:3]:
            assert (await program.say(f"/me {nasty}"))["type"] == "ok"
            assert (await program.say(f"/tell {ada.name} {nasty}"))["type"] == "ok"
            await program.send(type="move", move=nasty, turn=0)
            assert (await program.ask(type="sync"))["type"] == "ok"
            await expect(page.locator("#log .emote i").last).to_have_text(f"{bertil.name} {nasty}")
            await expect(page.locator("#log .whisper").last).to_contain_text(nasty)
        assert set(NASTY[:3]) <= set(program.lines("emote"))
    await is_clean(house, page)


@pytest.mark.parametrize("command", ["/bot", "/kick", "/game", "/option kitchen_dragon", "/option", "/help", "/"])
async def test_commands_with_nasty_words(house: House, command: str) -> None:
    ada = house.person()
    page = await house.enter(house.room(ada), ada)
    notice = page.locator("#notice")
    for nasty in NASTY[:2]:
        await page.locator("#line").fill(f"{command} {nasty}" if command != "/" else f"/{nasty}")
        await page.locator("#line").press("Enter")
        await expect(notice).to_be_visible()
        await expect(notice.locator("*")).to_have_count(0)
        await is_clean(house, page)


async def test_values_of_options(house: House) -> None:
    ada = house.person()
    page = await house.enter(house.room(ada), ada)
    for nasty in NASTY:
        body = {"game": "king_lui", "name": "Options", "options": {"kitchen_dragon": nasty, nasty: nasty}}
        answer = httpx.post(
            f"{house.server.url}/api/rooms", json=body, headers={"Authorization": f"Bearer {ada.token}"}
        )
        assert answer.status_code == 422
        assert answer.headers["content-type"].startswith("application/json")
    choice = page.locator("#set-kitchen_dragon")
    await choice.evaluate("(select, value) => { select.options[1].value = value; }", NASTY[0])
    await choice.select_option(index=1)
    await expect(choice).to_have_value("choose")
    await expect(page.locator("#notice")).to_be_visible()
    await is_clean(house, page)


@pytest.mark.parametrize("nasty", [*NASTY, f"javascript:{RUN}", "//elsewhere.example/", "https://elsewhere.example/"])
async def test_where_to_go_next(house: House, nasty: str) -> None:
    house.expect("status of 404")  # what begins with no slash leads to a page of this site that is not there
    page = await house.enter(f"/accounts/login/?next={quote(nasty)}")
    await is_clean(house, page)
    ours = await page.locator("form").evaluate_all(
        "all => all.every((form) => form.action.startsWith(location.origin))"
    )
    assert ours
    await page.get_by_role("button", name="Play as a guest").click()
    await expect(page.locator(".people")).to_contain_text("guest")
    assert page.url.startswith(f"{house.server.url}/")
    await is_clean(house, page)


async def test_addresses_of_rooms_and_games(house: House) -> None:
    house.expect("status of 404")
    page = await house.enter("/")
    for nasty in NASTY:
        for path in (f"/rooms/{quote(nasty, safe='')}/", f"/rules/{quote(nasty, safe='')}/", f"/{quote(nasty)}"):
            answer = await page.goto(house.server.url + path)
            assert answer
            assert answer.status == 404
            assert nasty not in html.unescape(await answer.text())
            await is_clean(house, page)
