"""A letter is mailed about to who has asked for it and has a confirmed address, at most once an hour."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from django.core import mail

from tafelrunde.accounts.preferences import set_preference
from tafelrunde.people import ignoring
from tests.platform.rooms.speaking import Committed, Here, People, say


@pytest.fixture
def bob(people: People) -> People:
    """Bob wants mails, and has an address."""
    set_preference(people["Bob"], "letters", "on")
    EmailAddress.objects.create(user=people["Bob"], email="bob@example.org", verified=True, primary=True)
    return people


def test_it_says_who_has_written_and_where_but_not_what(bob: People, committed: Committed) -> None:
    for text in ("roast goose", "and plums"):
        with committed():
            say(None, bob["Ann"], f"/letter Bob {text}")
    [sent] = mail.outbox
    assert (sent.to, sent.subject) == (["bob@example.org"], "Tafelrunde: a letter from Ann")
    assert "/me/whispers/Ann/" in sent.body
    assert "/me/preferences/" in sent.body
    assert "goose" not in sent.body


@pytest.mark.parametrize("why", ["has not asked", "is not confirmed", "is here", "ignores"])
def test_nobody_else_gets_one(bob: People, committed: Committed, here: Here, why: str) -> None:
    if why == "has not asked":
        set_preference(bob["Bob"], "letters", "off")
    elif why == "is not confirmed":
        EmailAddress.objects.update(verified=False)
    elif why == "is here":
        here("/", bob["Bob"])
    else:
        ignoring.ignore(bob["Bob"], bob["Ann"])
    with committed():
        say(None, bob["Ann"], "/letter Bob hi")
    assert mail.outbox == []
