"""What an admin has decided about somebody is lifted and replaced by admins alone."""

from __future__ import annotations

import datetime as dt

import pytest
from django.utils import timezone

from tafelrunde.accounts import sanctions
from tafelrunde.accounts.models import Player
from tafelrunde.accounts.sanctions import BAN, MUTE
from tafelrunde.moderation import outcomes
from tests.platform.rooms.speaking import People, outcome


@pytest.fixture
def ann(people: People) -> Player:
    return people["Ann"]


def test_a_moderator_does_not_make_a_ban_for_good_one_for_a_day(ann: Player, mona: Player, boss: Player) -> None:
    sanctions.ban(ann, boss, "for good")
    assert outcome(lambda: outcomes.decide(ann, mona, "ban_day", "only a day")) == "not_allowed_now"
    found = sanctions.in_force_on(ann, BAN)
    assert found is not None
    assert found.until is None


@pytest.mark.parametrize("by_command", [False, True])
def test_nor_lifts_a_moderator_what_an_admin_or_a_command_has_decided(
    ann: Player, mona: Player, boss: Player, by_command: bool
) -> None:
    sanctions.mute(ann, None if by_command else boss, "too loud", timezone.now() + dt.timedelta(days=1))
    assert outcome(lambda: outcomes.lift(ann, mona, MUTE)) == "not_allowed_now"
    assert sanctions.in_force_on(ann, MUTE) is not None


def test_what_is_of_another_kind_is_decided_beside_it(ann: Player, mona: Player, boss: Player) -> None:
    sanctions.ban(ann, boss, "for good")
    outcomes.decide(ann, mona, "mute_day", "and quiet")
    assert sanctions.in_force_on(ann, MUTE) is not None


def test_an_admin_changes_it_and_a_moderator_what_moderators_have_decided(
    ann: Player, mona: Player, boss: Player
) -> None:
    sanctions.ban(ann, boss, "for good")
    outcomes.decide(ann, boss, "ban_day", "a day will do")
    outcomes.lift(ann, boss, BAN)
    outcomes.decide(ann, mona, "ban_week", "be kind")
    outcomes.decide(ann, mona, "ban_day", "a day will do")
    outcomes.lift(ann, mona, BAN)
    assert sanctions.in_force_on(ann, BAN) is None
