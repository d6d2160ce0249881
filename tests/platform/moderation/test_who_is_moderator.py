"""Moderators stand between members and admins; who is one is decided by admins, and known everywhere."""

from __future__ import annotations

from django.test import Client

from tafelrunde.accounts import moderators
from tafelrunde.accounts.models import Player
from tafelrunde.house import heard
from tafelrunde.house.models import AdminAct
from tests.platform.moderation.conftest import Browser
from tests.platform.rooms.speaking import People, outcome


def test_an_admin_makes_one_by_an_act_and_takes_it_back(people: People, boss: Player, desk: Client) -> None:
    ann = people["Ann"]
    desk.post(f"/admin/accounts/player/act/make_moderator/?id={ann.pk}", {"reason": "calm"})
    assert moderators.is_moderator(ann)
    desk.post(f"/admin/accounts/player/act/take_moderator/?id={ann.pk}", {"reason": "busy"})
    assert not moderators.is_moderator(ann)
    acts = AdminAct.objects.filter(what__in=("made_moderator", "no_moderator")).order_by("pk")
    assert [(act.what, act.by_name, act.on_name, act.reason) for act in acts] == [
        ("made_moderator", "Boss", "Ann", "calm"),
        ("no_moderator", "Boss", "Ann", "busy"),
    ]


def test_no_guest_and_nobody_twice(people: People, boss: Player) -> None:
    guest = Player.objects.create_user("Gesa", guest=True)
    assert outcome(lambda: moderators.make_moderator(guest, boss)) == "not_allowed_now"
    moderators.make_moderator(people["Ann"], boss)
    assert outcome(lambda: moderators.make_moderator(people["Ann"], boss)) == "not_allowed_now"
    assert outcome(lambda: moderators.make_moderator(boss, boss)) == "not_allowed_now"
    assert outcome(lambda: moderators.take_moderator(people["Bob"], boss)) == "not_allowed_now"


def test_the_admins_pages_are_not_theirs(mona: Player, browser: Browser) -> None:
    assert browser(mona).get("/admin/").status_code in (302, 403)


def test_the_head_of_their_pages_leads_to_the_reports(mona: Player, people: People, browser: Browser) -> None:
    link = 'href="/moderation/"'
    assert link in browser(mona).get("/me/").content.decode()
    assert link not in browser(people["Ann"]).get("/me/").content.decode()


def test_a_process_hears_who_is_one(mona: Player, boss: Player) -> None:
    heard.look()
    assert moderators.heard.value == {mona.pk, boss.pk}
    moderators.take_moderator(mona, boss)
    heard.look()
    assert moderators.heard.value == {boss.pk}
