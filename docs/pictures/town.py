"""A town with people in it, for pictures: rooms in which something goes on, matches that were played, letters, ratings,
friends, reports; on a server of its own that is thrown away."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Final

from docs.pictures.make import PEOPLE, in_the_middle, varied
from tests import wire
from tests.browser.arranged import arranged
from tests.browser.house import House, Person
from tests.browser.sailing import at_sea
from tests.browser.voyage import my_turn, voyage
from tests.platform.admin.desk import session_of_an_admin

OTHERS: Final = ("Elsa", "Felix", "Greta", "Hugo", "Ida", "Jonas", "Klara", "Ludwig", "Maja", "Nils", "Olga", "Paul")
HISTORY: Final = """
from datetime import timedelta
from django.utils import timezone
from tafelrunde.accounts.models import Player
from tafelrunde.matches.models import Match
from tafelrunde.people import friends, ignoring, watching
from tafelrunde.ratings.models import Medal, RatedMatch, Rating, RatingChange, SeasonRating, Sequence
from tafelrunde.ratings.rating import Record
from tafelrunde.ratings.seasons import Season
people = [Player.objects.get(name=name) for name in {names!r}]
now = timezone.now()
Player.objects.filter(pk__in=[player.pk for player in people]).update(joined=now - timedelta(days=400))
numbers = [1000, 1020, 1005, 1043, 1031, 1066, 1090, 1072, 1101, 1134]
last = RatedMatch.objects.order_by("-sequence").values_list("sequence", flat=True).first() or 0
for at, (before, number) in enumerate(zip(numbers, numbers[1:]), 1):
    match = Match.objects.create(
        game="king_lui", options={{}}, ruleset="1", seed=b"x" * 32, place="x", status="over", rated=True,
        started=now - timedelta(days=40 - 4 * at), ended=now - timedelta(days=40 - 4 * at),
    )
    rated = RatedMatch.objects.create(sequence=last + at, match=match.pk, game="king_lui")
    for place, player in enumerate(people[at % 3 :][:3], 1):
        RatingChange.objects.create(
            rated=rated, player=player, place=place, mu=1, sigma=1, number=number, gained=number - before
        )
Sequence.objects.update_or_create(pk=1, defaults={{"last": last + 9}})
for at, player in enumerate(people):
    counts = {{"beyond_the_king": 31 + at, "dragons_fed": 12 + 5 * at, "kitchen_visits": 77 - at}}
    record = Record(25, 4, 3 + 2 * at, tuple(numbers[:9]) + (1240 - 13 * at,), counts)
    Rating.of(player.pk, "king_lui", record).save()
    SeasonRating.of(player.pk, "king_lui", record, season=Season.at(now).key).save()
for at, season in enumerate(("2026Q3", "2026Q2", "2026Q1")):
    Medal.objects.create(player=people[0], game="king_lui", season=season, place=at + 1, number=1250 - 10 * at)
ada, bertil, clara, david, elsa, felix, *more = people
for one in (bertil, clara):
    friends.befriend(ada, one); friends.befriend(one, ada)
friends.befriend(david, ada); friends.befriend(ada, elsa); watching.watch(ada, bertil); ignoring.ignore(ada, felix)
"""
REST: Final = """
from tafelrunde.matches.models import Match
Match.objects.filter(place={slug!r}).update(status="suspended")
"""


@dataclass
class Town:
    """Where to look: addresses by what they show, and through whose eyes."""

    people: dict[str, Person] = field(default_factory=dict)
    paths: dict[str, str] = field(default_factory=dict)


async def manage(house: House, program: str) -> str:
    """What a program on the server has printed."""
    return await asyncio.to_thread(house.server.manage, "shell", "-v", "0", "-c", program)


async def say(house: House, path: str, person: Person, *lines: str) -> wire.Wire:
    """Somebody says these lines in a room, and goes."""
    async with wire.connect(house.server, path.split("/")[2], person.token) as one:
        for line in lines:
            answer = await one.say(line)
            assert answer["type"] == "ok", (line, answer)
    return one


@contextlib.asynccontextmanager
async def lively(house: House) -> AsyncIterator[Town]:
    """The town, as long as somebody looks at it."""
    town = Town()
    names = (*PEOPLE, *OTHERS)
    for name in names:
        await asyncio.to_thread(house.invite, name)
        town.people[name] = house.person()
    town.people["Chief"] = Person("Chief", "", await asyncio.to_thread(session_of_an_admin, house.server))
    await manage(house, HISTORY.format(names=list(names)))
    await _letters(house, town)
    await _waiting_rooms(house, town)
    await _played(house, town)
    await _daily(house, town)
    await _moderated(house, town)
    async with contextlib.AsyncExitStack() as stack:
        await _playing(house, town, stack)
        yield town


async def _playing(house: House, town: Town, stack: contextlib.AsyncExitStack) -> None:
    """One table of each game, each with a decision to make for the person at its first seat."""
    spare = [town.people[name] for name in OTHERS]
    house.next(town.people["Ada"], *spare[:2])
    table = await stack.enter_async_context(
        arranged(house, in_the_middle, choose=varied, plays_on=False, name="Evening round")
    )
    for number, text in (
        (0, "Who fed the chicken to Emerald?"),
        (1, "Not me. She just looks full."),
        (0, "Ada, hands off the wine!"),
    ):
        assert (await table.company[number].say(text))["type"] == "ok"
    town.paths["king_lui"] = table.path
    house.next(town.people["Bertil"], *spare[2:4])
    sea = await stack.enter_async_context(at_sea(house, lambda state: bool(state.dice), plays_on=False))
    town.paths["kings_gold"] = sea.path
    house.next(town.people["Clara"], *spare[4:6])
    ship = await stack.enter_async_context(voyage(house, lambda state: my_turn(state) and len(state.trick) == 2))
    town.paths["skull_king"] = ship.path


async def _letters(house: House, town: Town) -> None:
    ada, bertil = town.people["Ada"], town.people["Bertil"]
    path = house.room(ada, name="Corner table")
    await say(
        house,
        path,
        bertil,
        "/letter Ada Are you coming on Friday? Clara brings the cake.",
        "/letter Ada And bring the dice.",
    )
    await say(house, path, ada, "/letter Bertil I would not miss it.")
    await say(house, path, town.people["Clara"], "/letter Ada Chocolate or cherry?")


async def _waiting_rooms(house: House, town: Town) -> None:
    david, elsa = town.people["David"], town.people["Elsa"]
    path = town.paths["waiting"] = house.room(david, name="Beginners welcome", game="kings_gold")
    await say(house, path, david, "/text We play slowly and explain everything.", "/join", "/bot 1")
    await say(house, path, elsa, "/join")
    town.paths["empty"] = house.room(elsa, name="The little parlour")
    path = town.paths["door"] = house.room(
        town.people["Greta"], name="Aunt Olga’s birthday", entry="password", password="plums"
    )
    await say(house, path, town.people["Greta"], "/join", "/ban Paul", "/keep on")


async def _played(house: House, town: Town) -> None:
    """A whole match of Ada's against bots, in each game."""
    ada = town.people["Ada"]
    for game in ("king_lui", "kings_gold", "skull_king"):
        slug = wire.open_room(house.server, ada.token, name=f"Lunch break {game[0].upper()}", game=game)
        async with wire.connect(house.server, slug, ada.token) as one:
            for line in ("/join", "/bot 2", "/start"):
                assert (await one.say(line))["type"] == "ok"
            await one.play_to_the_end()
            town.paths[f"over {game}"] = f"/rooms/{slug}/"
            town.paths[f"match {game}"] = f"/matches/{one.match['id']}/"


async def _daily(house: House, town: Town) -> None:
    for name in ("By post", "A long game among friends"):
        path = house.room(town.people["Ada"], name=name, pace="daily")
        await say(house, path, town.people["Ada"], "/option draw off", "/join", "/bot 2", "/start")
    path = town.paths["rests"] = house.room(town.people["Hugo"], name="The cellar")
    await say(house, path, town.people["Hugo"], "/join", "/bot 2", "/start")
    await manage(house, REST.format(slug=path.split("/")[2]))


async def _moderated(house: House, town: Town) -> None:
    felix, ida = town.people["Felix"], town.people["Ida"]
    path = house.room(ida, name="Loud corner")
    async with wire.connect(house.server, path.split("/")[2], ida.token):
        await say(house, path, felix, "You all play like wooden spoons!", "Spoons, I say!")
        await say(house, path, ida, "Please be kind.", "/report Felix He insults everybody at the table.")
        await say(house, path, town.people["Jonas"], "/report Felix rude words")
    page = await house.enter("/moderation/announcements/", town.people["Chief"])
    await page.get_by_role("textbox", name="Announcement").fill(
        "On Saturday at nine the town sleeps for ten minutes: new candles."
    )
    await page.get_by_role("button", name="Announce it").click()
    await page.goto(f"{house.server.url}/moderation/words/")
    for word in ("spoonhead", "cutpurse"):
        await page.locator("main form.stack input[type=text]").fill(word)
        await page.get_by_role("button", name="Add the word").click()
    await page.goto(f"{house.server.url}/moderation/")
    for link in await page.locator("a.report").evaluate_all("all => all.map((one) => one.getAttribute('href'))"):
        town.paths.setdefault("report", link)
    page_of = await page.goto(f"{house.server.url}/moderation/people/?name=Felix")
    assert page_of
    found = re.search(r"/moderation/people/\d+/", page_of.url)
    town.paths["person"] = found[0] if found else "/moderation/"
    await page.context.close()
