"""Admins get in, everybody else gets 403 or is asked to sign in; and the policy is loosened for these pages alone."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tafelrunde.accounts.models import Player
from tafelrunde.rooms.models import Room

PAGES = [
    "/admin/",
    "/admin/login/",
    "/admin/accounts/player/",
    "/admin/matches/match/",
    "/admin/rooms/room/",
    "/admin/house/offeredgame/",
    "/admin/house/adminact/",
    "/admin/accounts/player/act/ban/?id=1",
    "/admin/nothing/",
    "/admin/jsi18n/",
]


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("fields", [{}, {"guest": True}, {"is_staff": True}, {"is_superuser": True}])
def test_who_is_no_admin_is_refused(client: Client, db: None, page: str, fields: dict[str, Any]) -> None:
    client.force_login(Player.objects.create_user("Eve", **fields))
    assert client.get(page).status_code == 403
    assert client.post(page).status_code == 403


@pytest.mark.parametrize("page", PAGES)
def test_strangers_are_asked_to_sign_in_where_everybody_does(client: Client, db: None, page: str) -> None:
    answer = client.get(page)
    assert answer.status_code == 302
    assert answer["Location"].startswith("/accounts/login/?next=/admin/")


@pytest.mark.parametrize("page", PAGES)
def test_an_admin_without_a_second_factor_is_led_to_set_it_up(client: Client, boss: Player, page: str) -> None:
    client.force_login(boss)
    answer = client.get(page)
    assert answer.status_code == 302
    assert answer["Location"].startswith("/me/two-factor/?next=%2Fadmin%2F")
    assert client.post(page).status_code == 302


def test_an_admin_who_has_one_shows_a_code_in_each_session(client: Client, desk: Client, boss: Player) -> None:
    client.force_login(boss)
    assert desk.get("/admin/").status_code == 200
    assert client.get("/admin/")["Location"].startswith("/me/two-factor/check/?next=%2Fadmin%2F")


def test_a_banned_or_inactive_admin_is_nobody(desk: Client, boss: Player) -> None:
    Player.objects.filter(pk=boss.pk).update(is_active=False)
    assert desk.get("/admin/").status_code == 302


def test_all_lists_are_there(desk: Client, room: Room) -> None:
    for page in PAGES[2:7]:
        assert desk.get(page).status_code == 200, page
    first = desk.get("/admin/").content.decode()
    assert "Find a player" in first
    assert desk.get("/admin/login/")["Location"] == "/admin/"


def test_the_policy_is_loosened_by_one_word_and_here_alone(desk: Client, room: Room) -> None:
    usual = set(desk.get("/")["Content-Security-Policy"].split("; "))
    assert "require-trusted-types-for 'script'" in usual
    for page in PAGES[2:7]:
        here = set(desk.get(page)["Content-Security-Policy"].split("; "))
        assert usual - here == {"require-trusted-types-for 'script'"}
        assert here < usual


def test_the_header_leads_admins_there_and_nobody_else(desk: Client, client: Client, ann: Player) -> None:
    client.force_login(ann)
    link = f'href="{reverse("admin:index")}"'
    assert link in desk.get("/").content.decode()
    assert link not in client.get("/").content.decode()
    assert link not in Client().get("/").content.decode()


def test_no_page_has_inline_scripts_or_styles(desk: Client, room: Room, ann: Player) -> None:
    pages = [*PAGES[2:7], "/admin/", f"/admin/accounts/player/{ann.pk}/change/", f"/admin/rooms/room/{room.pk}/change/"]
    for page in [*pages, f"/admin/accounts/player/act/ban/?id={ann.pk}"]:
        text = desk.get(page).content.decode()
        assert "<style" not in text
        assert " style=" not in text
        assert "<script>" not in text
        assert "onclick=" not in text
