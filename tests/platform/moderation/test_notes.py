"""Notes on a player: for moderators to read and write, for nobody else."""

from __future__ import annotations

from tafelrunde.accounts.models import Player
from tafelrunde.house.models import AdminAct
from tafelrunde.moderation import notes
from tafelrunde.moderation.models import Note
from tests.platform.moderation.conftest import Browser
from tests.platform.rooms.speaking import People, outcome


def test_a_note_is_kept_on_the_page_of_a_player_for_moderators(people: People, mona: Player, browser: Browser) -> None:
    ann, client = people["Ann"], browser(mona)
    address = f"/moderation/people/{ann.pk}/"
    client.post(address, {"act": "note", "text": "shouts when\nshe loses"})
    page = client.get(address).content.decode()
    assert "shouts when she loses" in page
    assert browser(ann).get(address).status_code == 403
    assert "shouts when" not in browser(ann).get("/players/Ann/").content.decode()
    assert "shouts" not in str(AdminAct.objects.get(what="noted").details), "its words are not in the log"


def test_no_note_on_moderators_but_by_admins(people: People, mona: Player, boss: Player) -> None:
    assert outcome(lambda: notes.write(mona, mona, "a saint")) == "not_allowed_now"
    assert outcome(lambda: notes.write(people["Ann"], people["Bob"], "odd")) == "not_allowed_now"
    assert notes.write(mona, boss, "a saint").text == "a saint"


def test_its_writer_or_an_admin_removes_it(people: People, mona: Player, boss: Player, browser: Browser) -> None:
    mine, theirs = notes.write(people["Ann"], mona, "mine"), notes.write(people["Ann"], boss, "of the boss")
    assert outcome(lambda: notes.remove(theirs.pk, mona)) == "not_allowed_now"
    assert outcome(lambda: notes.remove(mine.pk, people["Bob"])) == "not_allowed_now"
    browser(mona).post(f"/moderation/people/{people['Ann'].pk}/", {"act": "remove_note", "note": str(mine.pk)})
    assert list(Note.objects.all()) == [theirs]
    notes.remove(theirs.pk, boss)
    assert not Note.objects.exists()


def test_nothing_and_too_much_are_refused(people: People, mona: Player) -> None:
    for text in ("", "  ", "x" * 1001):
        assert outcome(lambda text=text: notes.write(people["Ann"], mona, text)) == "bad_argument"  # type: ignore[misc]


def test_a_number_that_is_no_note(people: People, mona: Player, browser: Browser) -> None:
    for number in ("x", "9" * 40, "-1", ""):
        answer = browser(mona).post(
            f"/moderation/people/{people['Ann'].pk}/", {"act": "remove_note", "note": number}, follow=True
        )
        assert "not there any more" in answer.content.decode()
