"""The log of what admins do: one row an act, written with the deed, and changed by nobody."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.db import DatabaseError, connection, transaction
from django.test import Client

from tafelrunde.accounts import admins, merging, moderators, sanctions, two_factor
from tafelrunde.accounts.models import Player, Sanction
from tafelrunde.house import acts as log
from tafelrunde.house import announcements, offers, terms, words
from tafelrunde.house.models import AdminAct, Announcement, BarredWord, KeptAsWritten, Moderator, OfferedGame
from tafelrunde.house.terms import Term
from tafelrunde.matches.models import Match
from tafelrunde.moderation import notes, outcomes, warnings
from tafelrunde.moderation.models import Note, Report, Warned
from tafelrunde.rooms import looking_in, rulings
from tafelrunde.rooms.models import Room
from tests.platform.admin.conftest import Act
from tests.two_factor import app_of

ACTS: dict[str, Callable[[Player, Match, Room, Player], Any]] = {
    "muted": lambda ann, match, room, boss: sanctions.mute(ann, boss, "why"),
    "banned": lambda ann, match, room, boss: sanctions.ban(ann, boss, "why"),
    "signed_out": lambda ann, match, room, boss: sanctions.sign_out_everywhere(ann, by=boss, reason="why"),
    "renamed": lambda ann, match, room, boss: sanctions.rename(ann, "Anna", boss, "why"),
    "made_admin": lambda ann, match, room, boss: admins.make_admin(ann, boss, "why"),
    "no_admin": lambda ann, match, room, boss: admins.take_admin(_admin(ann), boss, "why"),
    "lifted": lambda ann, match, room, boss: sanctions.lift(_muted(ann), boss, "why"),
    "aborted": lambda ann, match, room, boss: rulings.abort_match(match, boss, "why"),
    "adjudicated": lambda ann, match, room, boss: rulings.adjudicate_match(match, boss, [1], "why"),
    "closed": lambda ann, match, room, boss: rulings.close_room(room, boss, "why"),
    "game_off": lambda ann, match, room, boss: offers.switch("king_lui", False, boss, "why"),
    "options": lambda ann, match, room, boss: terms.decide(
        "king_lui", {"open_plates": Term([False], False)}, boss, "why"
    ),
    "resumed": lambda ann, match, room, boss: rulings.resume_match(_resting(match), boss, "why"),
    "warned": lambda ann, match, room, boss: warnings.warn(ann, boss, "why"),
    "dismissed": lambda ann, match, room, boss: outcomes.settle(_reported(ann), boss, "dismiss", "why"),
    "made_moderator": lambda ann, match, room, boss: moderators.make_moderator(ann, boss, "why"),
    "no_moderator": lambda ann, match, room, boss: moderators.take_moderator(_moderator(ann), boss, "why"),
    "two_factor_off": lambda ann, match, room, boss: two_factor.reset(_with_app(ann), boss, "why"),
    "merged": lambda ann, match, room, boss: merging.merge(_guest(), ann, boss, "why"),
    "game_on": lambda ann, match, room, boss: offers.switch(_off("king_lui"), True, boss, "why"),
}

WITHOUT_REASON: dict[str, Callable[[Player, Match, Room, Player], Any]] = {
    "noted": lambda ann, match, room, boss: notes.write(ann, boss, "shouts at times"),
    "looked_in": lambda ann, match, room, boss: looking_in.look_in(_locked(room), boss),
    "announced": lambda ann, match, room, boss: announcements.announce("Tea at five", boss),
    "unannounced": lambda ann, match, room, boss: announcements.end(_announced("Tea at five"), boss),
    "word_barred": lambda ann, match, room, boss: words.bar("plonk", boss),
    "word_allowed": lambda ann, match, room, boss: words.allow(_barred("plonk"), boss),
}
ALL = {**ACTS, **WITHOUT_REASON}
KEPT = (Player, Match, Room, Sanction, OfferedGame, Report, Warned, Note, Moderator, Announcement, BarredWord)


def _reported(player: Player) -> int:
    return Report.objects.get_or_create(about=player, why="shouts")[0].pk


def _moderator(player: Player) -> Player:
    Moderator.objects.get_or_create(player=player)
    return player


def _locked(room: Room) -> Room:
    Room.objects.filter(pk=room.pk).update(locked=True)
    return room


def _announced(text: str) -> int:
    return Announcement.objects.get_or_create(pk=1, text=text)[0].pk


def _barred(word: str) -> str:
    return BarredWord.objects.get_or_create(word=word)[0].word


def _admin(player: Player) -> Player:
    Player.objects.filter(pk=player.pk).update(is_staff=True, is_superuser=True)
    return player


def _with_app(player: Player) -> Player:
    app_of(player)
    return player


def _guest() -> Player:
    return Player.objects.filter(guest=True).first() or Player.objects.create_user("Gus", guest=True)


def _muted(player: Player) -> Sanction:
    return Sanction.objects.create(player=player, kind=sanctions.MUTE, reason="noise")


def _resting(match: Match) -> Match:
    Match.objects.filter(pk=match.pk).update(status=Match.Status.SUSPENDED)
    return match


def _off(slug: str) -> str:
    OfferedGame.objects.create(slug=slug, offered=False)
    return slug


def test_there_is_no_act_without_a_test() -> None:
    assert set(ALL) == set(AdminAct.What.values)


@pytest.mark.parametrize("what", ALL)
def test_every_act_writes_exactly_one_row(what: str, ann: Player, match: Match, room: Room, boss: Player) -> None:
    ALL[what](ann, match, room, boss)
    act = AdminAct.objects.get()
    assert (act.what, act.by_id, act.by_name, act.reason) == (
        what,
        boss.pk,
        "Boss",
        "why" if what in ACTS else "",
    )
    assert act.on_id in {str(ann.pk), str(match.pk), room.slug, "king_lui", "word plonk"} or act.on_id.startswith(
        "announcement "
    )
    assert act.on_name


@pytest.mark.parametrize("what", ALL)
def test_an_act_that_cannot_be_logged_is_not_done(
    what: str, ann: Player, match: Match, room: Room, boss: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_given: Any, **_more: Any) -> Any:
        raise RuntimeError("no room in the log")

    def state() -> list[Any]:
        return [list(model.objects.order_by("pk").values()) for model in KEPT]

    begin: dict[str, Callable[[Player], Any]] = {"no_admin": _admin, "no_moderator": _moderator, "dismissed": _reported}
    if what in begin:
        begin[what](ann)
    if what == "unannounced":
        _announced("Tea at five")
    if what == "word_allowed":
        _barred("plonk")
    if what == "looked_in":
        _locked(room)
    if what == "merged":
        _guest()
    monkeypatch.setattr(log, "record", fail)
    before = state()
    with pytest.raises(RuntimeError):
        ALL[what](ann, match, room, boss)
    if what in {"lifted", "game_on", "resumed"}:  # where there was something to undo first
        assert all(sanction.holds() for sanction in Sanction.objects.all())
        assert Match.objects.filter(status=Match.Status.SUSPENDED).count() == (what == "resumed")
        assert not OfferedGame.objects.filter(offered=True).exists()
    else:
        assert state() == before


def test_nothing_is_logged_outside_of_a_deed(transactional_db: None) -> None:
    with pytest.raises(RuntimeError):
        log.record(log.What.GAME_ON, None, log.On(log.Kind.GAME, "king_lui", "king_lui"))


def written(boss: Player) -> AdminAct:
    with transaction.atomic():
        return log.record(log.What.GAME_ON, boss, log.On(log.Kind.GAME, "king_lui", "king_lui"), "it is back")


@pytest.mark.parametrize("address", ["add/", "{pk}/change/", "{pk}/delete/"])
def test_the_views_to_change_it_are_refused_to_all(desk: Client, boss: Player, address: str) -> None:
    act = written(boss)
    page = f"/admin/house/adminact/{address.format(pk=act.pk)}"
    assert desk.post(page, {"reason": "nothing", "post": "yes"}).status_code == 403
    if "change" not in address:
        assert desk.get(page).status_code == 403
    again = AdminAct.objects.get()
    assert again.reason == "it is back"


def test_nor_is_there_an_action_or_a_permission(desk: Client, boss: Player) -> None:
    act = written(boss)
    for action in ("delete_selected", "ban"):
        desk.post("/admin/house/adminact/", {"action": action, "_selected_action": [act.pk], "post": "yes"})
    assert AdminAct.objects.get().reason == "it is back"
    assert desk.get(f"/admin/house/adminact/act/close/?id={act.pk}").status_code == 404
    page = desk.get(f"/admin/house/adminact/{act.pk}/change/").content.decode()
    assert "it is back" in page
    assert "_save" not in page
    assert 'name="reason"' not in page


def test_the_model_refuses(boss: Player) -> None:
    act = written(boss)
    act.reason = "something else"
    for change in (act.save, act.delete, AdminAct.objects.all().delete, lambda: AdminAct.objects.update(reason="")):
        with pytest.raises(KeptAsWritten):
            change()
    assert AdminAct.objects.get().reason == "it is back"


def test_and_so_does_the_database(boss: Player) -> None:
    written(boss)
    table = AdminAct._meta.db_table
    statements = [f"UPDATE {table} SET reason = ''"]
    if connection.vendor == "postgresql":
        statements.append(f"DELETE FROM {table}")
    for statement in statements:
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    assert AdminAct.objects.get().reason == "it is back"


def test_an_act_outlives_whom_it_is_about(act: Act, desk: Client, room: Room) -> None:
    act("close", room, reason="fire drill")
    page = desk.get("/admin/house/adminact/").content.decode()
    assert "Evening round" in page
    assert "fire drill" in page


def test_djangos_own_log_is_kept_as_well(act: Act, ann: Player) -> None:
    act("mute", ann, length="day", reason="noise")
    act("ban", ann, length="day", reason="")
    assert [entry.get_change_message() for entry in LogEntry.objects.all()] == ["Mute"]
