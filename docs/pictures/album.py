"""A picture of every page and state, at three widths, by day and by night.

`python -m docs.pictures.album FOLDER [NAME ...]`, from the top of the repository. NAMEs choose pages by how their names
begin; `--widths 390,1440` and `--schemes light` less of each. It is for looking: nothing is compared with anything.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from playwright.async_api import Page, async_playwright

from docs.pictures.make import opened
from docs.pictures.town import Town, lively
from tests.browser.chromium import SWITCHES, installed
from tests.browser.house import House
from tests.serving import Served

WIDTHS: Final = {390: 844, 820: 1180, 1440: 900}
SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")

Then = Callable[[Page], Awaitable[object]]


@dataclass(frozen=True)
class Sight:
    """What there is to see: an address, who looks, and what is done before the picture is taken."""

    name: str
    path: str
    who: str = ""
    then: Then | None = None


def sights(town: Town) -> list[Sight]:
    """All of them."""
    paths = town.paths
    return [
        Sight("lobby-new", "/"),
        Sight("lobby-member", "/", "Ada"),
        Sight("room-king-lui", paths["king_lui"], "Ada"),
        Sight("room-king-lui-watched", paths["king_lui"]),
        Sight("room-kings-gold", paths["kings_gold"], "Bertil"),
        Sight("room-skull-king", paths["skull_king"], "Clara"),
        Sight("room-over-king-lui", paths["over king_lui"], "Ada"),
        Sight("room-over-kings-gold", paths["over kings_gold"], "Ada"),
        Sight("room-over-skull-king", paths["over skull_king"], "Ada"),
        Sight("room-waiting", paths["waiting"], "David"),
        Sight("room-waiting-stranger", paths["waiting"]),
        Sight("room-empty", paths["empty"], "Elsa", typing),
        Sight("room-rests", paths["rests"], "Hugo"),
        Sight("room-door", paths["door"]),
        Sight("room-banned", paths["door"], "Paul"),
        Sight("room-hosting", f"{paths['door']}hosting/", "Greta"),
        Sight("room-matches", f"{paths['over king_lui']}matches/", "Ada"),
        Sight("match-king-lui", f"{paths['match king_lui']}?ply=12&viewer=spectator", "Ada"),
        Sight("match-kings-gold", f"{paths['match kings_gold']}?ply=9&viewer=0", "Ada"),
        Sight("match-skull-king", f"{paths['match skull_king']}?ply=14&viewer=0", "Ada"),
        Sight("rules-king-lui", "/rules/king_lui/"),
        Sight("rules-kings-gold", "/rules/kings_gold/"),
        Sight("rules-skull-king", "/rules/skull_king/"),
        Sight("ranking", "/games/king_lui/ranking/", "Ada"),
        Sight("ranking-empty", "/games/skull_king/ranking/"),
        Sight("profile", "/players/Ada/", "Bertil"),
        Sight("profile-new", "/players/Olga/"),
        Sight("matches-of-player", "/players/Ada/matches/", "Ada"),
        Sight("matches-search", "/matches/?player=Ada", "Ada"),
        Sight("me", "/me/", "Ada"),
        Sight("me-preferences", "/me/preferences/", "Ada"),
        Sight("me-tokens", "/me/tokens/", "Ada"),
        Sight("me-data", "/me/data/", "Ada"),
        Sight("me-delete", "/me/delete/", "Ada"),
        Sight("me-two-factor", "/me/two-factor/", "Ada"),
        Sight("me-email", "/accounts/email/", "Ada"),
        Sight("me-turns", "/me/turns/", "Ada"),
        Sight("me-turns-empty", "/me/turns/", "Olga"),
        Sight("me-friends", "/me/friends/", "Ada"),
        Sight("me-friends-empty", "/me/friends/", "Olga"),
        Sight("me-whispers", "/me/whispers/", "Ada"),
        Sight("me-whispers-empty", "/me/whispers/", "Olga"),
        Sight("me-whispers-bertil", "/me/whispers/Bertil/", "Ada"),
        Sight("account-sign-in", "/accounts/login/"),
        Sight("account-sign-in-wrong", "/accounts/login/", then=wrong),
        Sight("account-sign-up", "/accounts/signup/"),
        Sight("account-sign-out", "/accounts/logout/", "Ada"),
        Sight("account-password-reset", "/accounts/password/reset/"),
        Sight("error-404", "/nowhere/"),
        Sight("error-403", "/moderation/", "Olga"),
        Sight("api", "/api/"),
        Sight("moderation-reports", "/moderation/", "Chief"),
        Sight("moderation-report", paths["report"], "Chief"),
        Sight("moderation-person", paths["person"], "Chief"),
        Sight("moderation-settled", "/moderation/settled/", "Chief"),
        Sight("moderation-announcements", "/moderation/announcements/", "Chief"),
        Sight("moderation-figures", "/moderation/figures/", "Chief"),
        Sight("moderation-words", "/moderation/words/", "Chief"),
        Sight("moderation-hints", "/moderation/hints/", "Chief"),
        Sight("moderation-reporting", "/players/Felix/report/", "Ada"),
        Sight("admin", "/admin/", "Chief"),
        Sight("admin-players", "/admin/accounts/player/", "Chief"),
        Sight("admin-player", "/admin/accounts/player/", "Chief", first_of_the_list),
        Sight("admin-rooms", "/admin/rooms/room/", "Chief"),
        Sight("admin-matches", "/admin/matches/match/", "Chief"),
        Sight("admin-games", "/admin/house/offeredgame/", "Chief"),
        Sight("admin-options", "/admin/house/offeredgame/act/options/?id=king_lui", "Chief"),
        Sight("admin-ban", "/admin/accounts/player/act/ban/?id=1", "Chief"),
    ]


async def typing(page: Page) -> None:
    """The completions of the line."""
    await page.locator("#line").fill("/")
    await page.locator("#choices").wait_for()


async def wrong(page: Page) -> None:
    """A form that comes back."""
    for name, value in (("login", "Ada"), ("password", "plums")):
        await page.locator(f"[name={name}]").fill(value)
    await page.locator("main form button.primary").first.click()
    await page.locator(".errors").first.wait_for()


async def first_of_the_list(page: Page) -> None:
    """From a list of the admins' pages to a thing."""
    await page.locator("#result_list tbody th a").first.click()
    await page.wait_for_load_state()


async def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m docs.pictures.album", description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--widths", default=",".join(map(str, WIDTHS)))
    parser.add_argument("--schemes", default=",".join(SCHEMES))
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    with opened() as served:
        await take(served, asked)


async def take(served: Served, asked: argparse.Namespace) -> None:
    """All that are asked for, one after the other."""
    widths = [int(width) for width in asked.widths.split(",")]
    schemes = [scheme for scheme in SCHEMES if scheme in asked.schemes]
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=installed(), args=SWITCHES)
        house = House(browser, served)
        async with lively(house) as town:
            for sight in sights(town):
                if not asked.names or any(sight.name.startswith(name) for name in asked.names):
                    await portray(house, town, sight, widths, schemes, asked.folder)
        await house.close()


async def portray(
    house: House, town: Town, sight: Sight, widths: list[int], schemes: list[Literal["light", "dark"]], folder: Path
) -> None:
    """One page, at all widths, by day and by night."""
    page = await house.enter(sight.path, town.people.get(sight.who))
    if sight.then:
        await sight.then(page)
    for width in widths:
        await page.set_viewport_size({"width": width, "height": WIDTHS[width]})
        for scheme in schemes:
            await page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            await page.wait_for_load_state("networkidle")
            await page.screenshot(path=folder / f"{sight.name}-{width}-{scheme}.png", full_page=True)
    await page.context.close()


if __name__ == "__main__":
    asyncio.run(main())
