"""Closing a room: its match ends, everybody hears why, its matches stay."""

from __future__ import annotations

import httpx
import pytest
from django.test import Client

from tafelrunde.matches.models import Match
from tafelrunde.rooms.models import Room
from tests import wire
from tests.platform.admin.conftest import Act, acts
from tests.platform.admin.desk import signed_in
from tests.serving import Served


def test_a_rooms_page_shows_who_sits_there(desk: Client, room: Room) -> None:
    page = desk.get(f"/admin/rooms/room/{room.pk}/change/").content.decode()
    assert "Ann" in page
    assert "a bot" in page
    assert f"/admin/matches/match/{room.match_id}/change/" in page


@pytest.mark.parametrize("typed", ["evening", "Ann", "ANN", "evening-round"])
def test_a_room_is_found_by_name_and_people(desk: Client, room: Room, typed: str) -> None:
    answer = desk.get(f"/admin/rooms/room/?q={typed}")
    assert [found.pk for found in answer.context["cl"].result_list] == [room.pk]


def test_closing_ends_the_match_and_keeps_it(act: Act, desk: Client, room: Room, match: Match) -> None:
    answer = act("close", room, reason="fire drill")
    assert "Done" in answer.content.decode()
    assert not Room.objects.exists()
    match.refresh_from_db()
    assert match.status == Match.Status.ABORTED
    assert match.place == room.slug
    assert acts() == [("Boss", "closed", "Evening round", "fire drill")]
    assert act("close", room).status_code == 404


@pytest.mark.parametrize("page", ["add/", "{pk}/change/", "{pk}/delete/"])
def test_plain_forms_change_no_room(desk: Client, room: Room, page: str) -> None:
    before = Room.objects.values().get()
    address = f"/admin/rooms/room/{page.format(pk=room.pk)}"
    assert desk.post(address, {"name": "Mine", "post": "yes"}).status_code == 403
    assert Room.objects.values().get() == before


async def test_those_who_are_there_are_told_why_and_let_go(server: Served) -> None:
    async with wire.match(server, 3) as (slug, wires, _people), wire.connect(server, slug, None) as visitor:
        with signed_in(server) as desk:
            room = desk.id_of("rooms/room", slug)
            assert desk.act("rooms/room", "close", room, reason="fire drill").status_code == 302
        for one in (*wires, visitor):
            assert await one.until_closed() == 4404
            assert one.lines("system")[-1] == "An admin has closed this room: fire drill"
        match = wires[0].match["id"]
    assert httpx.get(f"{server.url}/rooms/{slug}/").status_code == 404
    assert httpx.get(f"{server.url}/api/matches/{match}").json()["seed"] is not None
