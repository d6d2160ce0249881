"""Notes on players: what moderators want each other to know. Their subjects never read them."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from tafelrunde.accounts import moderators
from tafelrunde.accounts.models import Player
from tafelrunde.house import acts
from tafelrunde.house.plain import tidy
from tafelrunde.refusals import Refusal

from .models import LONGEST_NOTE, Note


@transaction.atomic
def write(about: Player, by: Player, text: str) -> Note:
    """Keep a note. Nobody writes one on those about whom they may not decide. Its words are not in the log."""
    moderators.refuse_unless_may(by, about)
    text = tidy(text)
    if not 0 < len(text) <= LONGEST_NOTE:
        raise Refusal("bad_argument", _("A note has at most {n} characters, and at least one.").format(n=LONGEST_NOTE))
    made = Note.objects.create(about=about, by=by, text=text)
    acts.record(acts.What.NOTED, by, acts.on_player(about))
    return made


@transaction.atomic
def remove(pk: int, by: Player) -> Player:
    """Take a note away: its writer may, and an admin. Gives on whom it was."""
    note = Note.objects.select_for_update(of=("self",)).select_related("about").filter(pk=pk).first()
    if note is None:
        raise Refusal("not_allowed_now", _("This note is not there any more."))
    moderators.refuse_unless_may(by, note.about)
    if note.by_id != by.pk and not moderators.is_admin(by):
        raise Refusal("not_allowed_now", _("Its writer or an admin may remove a note."))
    acts.record(acts.What.NOTED, by, acts.on_player(note.about), removed=True)
    note.delete()
    return note.about


def about(player: Player) -> list[Note]:
    """The notes on a player, the newest first."""
    return list(Note.objects.filter(about=player).select_related("by").order_by("-pk"))
