"""Finding a player, seeing what is theirs, and deciding about them."""

from __future__ import annotations

import datetime as dt

import pytest
from django.test import Client
from django.utils import timezone

from tafelrunde.accounts import sanctions
from tafelrunde.accounts.models import Player, Token
from tafelrunde.accounts.names import name_key
from tafelrunde.rooms.models import Room
from tests.platform.admin.conftest import Act, acts


def found(desk: Client, query: str) -> set[str]:
    answer = desk.get(f"/admin/accounts/player/?{query}")
    assert answer.status_code == 200
    return {player.name for player in answer.context["cl"].result_list}


@pytest.mark.parametrize("typed", ["ann", "ANN", "@Ann", "Аnn", "ａｎｎ", "nn", "ann@example.org"])
def test_a_player_is_found_however_the_name_is_written(desk: Client, ann: Player, typed: str) -> None:
    Player.objects.filter(pk=ann.pk).update(email="ann@example.org")
    Player.objects.create_user("Bob")
    assert found(desk, f"q={typed}") == {"Ann"}


@pytest.mark.parametrize("typed", ["%00", "%F0%9F%99%82", "'--", "%25", "a" * 300])
def test_odd_searches_find_nobody_and_break_nothing(desk: Client, ann: Player, typed: str) -> None:
    for page in ("accounts/player", "rooms/room", "matches/match", "house/adminact"):
        assert desk.get(f"/admin/{page}/?q={typed}").status_code == 200


def test_players_are_told_apart_by_filters(desk: Client, boss: Player, ann: Player) -> None:
    guest = Player.objects.create_user("Guest7", guest=True)
    cid = Player.objects.create_user("Cid")
    sanctions.mute(ann, boss, "shouting")
    sanctions.ban(cid, boss, "worse", timezone.now() + dt.timedelta(days=1))
    sanctions.lift(sanctions.ban(guest, boss, "by mistake"), boss)
    assert found(desk, "kind=guest") == {"Guest7"}
    assert found(desk, "kind=admin") == {"Boss"}
    assert found(desk, "kind=member") == {"Boss", "Ann", "Cid"}
    assert found(desk, "sanction=any") == {"Ann", "Cid"}
    assert found(desk, "sanction=ban") == {"Cid"}
    assert found(desk, "sanction=mute") == {"Ann"}


def test_a_players_page_shows_what_is_theirs_and_no_secret(desk: Client, room: Room, ann: Player) -> None:
    text = Token.make(ann, "my bot")
    ann.set_password("a long enough secret")
    ann.save()
    page = desk.get(f"/admin/accounts/player/{ann.pk}/change/").content.decode()
    assert "Evening round" in page
    assert "my bot" in page
    assert f"/admin/matches/match/{room.match_id}/change/" in page
    token = ann.tokens.get()
    for secret in (text, token.digest, ann.password):
        assert secret not in page


def test_mute_until(desk: Client, act: Act, ann: Player) -> None:
    act("mute", ann, length="hour", reason="shouting")
    sanction = sanctions.in_force_on(ann, sanctions.MUTE)
    assert sanction is not None
    assert sanction.reason == "shouting"
    assert sanction.by is not None
    assert sanction.by.name == "Boss"
    assert sanction.until is not None
    assert abs((sanction.until - timezone.now()).total_seconds() - 3600) < 60
    assert acts() == [("Boss", "muted", "Ann", "shouting")]
    page = desk.get(f"/admin/accounts/player/{ann.pk}/change/").content.decode()
    assert "shouting" in page
    assert "act/unmute/" in page
    assert "act/mute/" not in page


def test_ban_until_exactly_or_for_good(act: Act, ann: Player) -> None:
    end = (timezone.now() + dt.timedelta(days=3)).replace(second=0, microsecond=0)
    act("ban", ann, length="", exactly=end.strftime("%Y-%m-%dT%H:%M"), reason="cheating")
    ban = sanctions.in_force_on(ann, sanctions.BAN)
    assert ban is not None
    assert ban.until == end
    act("ban", ann, length="", exactly="", reason="again")
    ban = sanctions.in_force_on(ann, sanctions.BAN)
    assert ban is not None
    assert ban.until is None
    assert [what for _by, what, _on, _why in acts()] == ["banned", "banned"]


@pytest.mark.parametrize(
    "answers",
    [
        {"length": "day", "reason": ""},
        {"length": "ever", "reason": "x"},
        {"length": "day", "exactly": "2001-01-01T00:00", "reason": "x"},
        {"length": "day", "reason": "x" * 301},
        {"length": "day", "exactly": "soon", "reason": "x"},
    ],
)
def test_a_form_that_is_not_right_does_nothing(act: Act, ann: Player, answers: dict[str, str]) -> None:
    answer = act("ban", ann, **answers)
    assert "Please correct" in answer.content.decode()
    assert sanctions.in_force_on(ann, sanctions.BAN) is None
    assert acts() == []


def test_a_banned_player_is_out_and_in_again_when_it_is_lifted(act: Act, client: Client, ann: Player) -> None:
    client.force_login(ann)
    act("ban", ann, length="day", reason="cheating")
    assert "cheating" in client.get("/").content.decode()
    act("unban", ann, reason="a misunderstanding")
    assert "cheating" not in client.get("/").content.decode()
    assert acts()[-1] == ("Boss", "lifted", "Ann", "a misunderstanding")
    act("unban", ann)
    assert len(acts()) == 2


def test_an_admin_cannot_ban_themselves(act: Act, boss: Player) -> None:
    answer = act("ban", boss, length="day", reason="why not")
    assert "You cannot ban yourself" in answer.content.decode()
    assert acts() == []


def test_sign_out_everywhere(act: Act, client: Client, ann: Player) -> None:
    client.force_login(ann)
    Token.make(ann, "my bot")
    act("sign_out", ann)
    assert not client.get("/").wsgi_request.user.is_authenticated
    assert ann.tokens.count() == 1
    act("sign_out", ann, tokens="on", reason="stolen")
    assert ann.tokens.count() == 0
    assert acts() == [("Boss", "signed_out", "Ann", ""), ("Boss", "signed_out", "Ann", "stolen")]


def test_rename(act: Act, ann: Player) -> None:
    act("rename", ann, name="Anna", reason="asked for it")
    ann.refresh_from_db()
    assert (ann.name, ann.key) == ("Anna", name_key("Anna"))
    assert acts() == [("Boss", "renamed", "Ann", "asked for it")]


@pytest.mark.parametrize("name", ["B", "Boss", "bоss", "admin", "x y"])
def test_a_name_that_is_taken_or_none_is_refused(act: Act, ann: Player, name: str) -> None:
    answer = act("rename", ann, name=name, reason="asked for it")
    ann.refresh_from_db()
    assert ann.name == "Ann"
    assert acts() == []
    page = answer.content.decode()
    assert f'value="{name}"' in page  # what was typed is still there to be mended
    assert 'value="asked for it"' in page
    assert "errornote" in page


def test_several_at_once(desk: Client, act: Act, ann: Player) -> None:
    bob = Player.objects.create_user("Bob")
    chosen = {"action": "mute", "_selected_action": [ann.pk, bob.pk]}
    asked = desk.post("/admin/accounts/player/", chosen)
    assert asked.status_code == 302
    page = desk.get(asked["Location"]).content.decode()
    assert "Ann" in page
    assert "Bob" in page
    assert acts() == []
    assert desk.post(asked["Location"], {"length": "day", "reason": "noise"}).status_code == 302
    assert sorted(acts()) == [("Boss", "muted", "Ann", "noise"), ("Boss", "muted", "Bob", "noise")]


def test_what_is_for_one_is_not_done_to_several(act: Act, ann: Player) -> None:
    bob = Player.objects.create_user("Bob")
    assert act("rename", ann, bob, name="Cid").status_code == 404
    assert act("nothing", ann).status_code == 404


def test_admins_make_admins_and_the_last_one_stays(act: Act, ann: Player, boss: Player) -> None:
    act("take_admin", boss)
    boss.refresh_from_db()
    assert boss.is_superuser
    act("make_admin", ann, reason="helps out")
    ann.refresh_from_db()
    assert ann.is_staff
    assert ann.is_superuser
    act("take_admin", ann)
    ann.refresh_from_db()
    assert not ann.is_superuser
    assert [what for _by, what, _on, _why in acts()] == ["made_admin", "no_admin"]


def test_a_guest_is_made_no_admin(act: Act, db: None) -> None:
    guest = Player.objects.create_user("Guest7", guest=True)
    act("make_admin", guest)
    guest.refresh_from_db()
    assert not guest.is_superuser
    assert acts() == []


@pytest.mark.parametrize("page", ["add/", "{pk}/change/", "{pk}/delete/", "{pk}/password/"])
def test_plain_forms_change_nobody(desk: Client, ann: Player, page: str) -> None:
    before = Player.objects.values().get(pk=ann.pk)
    answer = desk.post(f"/admin/accounts/player/{page.format(pk=ann.pk)}", {"name": "Eve", "post": "yes"})
    assert answer.status_code in (302, 403, 404)
    assert Player.objects.values().get(pk=ann.pk) == before
    assert not Player.objects.filter(name="Eve").exists()
