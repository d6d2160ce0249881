"""What moderators keep of a person, and who was one. A player is told what was decided about them, and never by whom
they were reported nor what notes say.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tafelrunde.accounts.holdings import Holding
from tafelrunde.accounts.models import Player
from tafelrunde.accounts.names import FORMER
from tafelrunde.house import heard
from tafelrunde.house.models import Announcement, BarredWord, Moderator
from tafelrunde.house.plain import replace_name

from .models import LONGEST_PLACE, LONGEST_WHY, Note, Report, Trace, Warned
from .reports import LINES


def _reports(player: Player) -> dict[str, Any]:
    made = Report.objects.filter(by=player).select_related("about").order_by("pk")
    about = Report.objects.filter(about=player).order_by("pk")
    return {
        "by_you": [
            {"about": row.about.name, "why": row.why, "at": row.at, "place": row.place_name, "settled": row.settled}
            for row in made
        ],
        "about_you": [{"at": row.at, "outcome": row.outcome, "reason": row.answer} for row in about],
    }


def _forget_reports(player: Player) -> None:
    """Those about them go; what they have said goes from all others, and so does that they have reported."""
    Report.objects.filter(about=player).delete()
    Report.objects.filter(by=player).update(by=None)
    Report.objects.filter(settled_by=player).update(settled_by=None)
    for report in Report.objects.filter(place_name__contains=player.name):
        named = replace_name(report.place_name, player.name, FORMER)
        if named != report.place_name:  # its address was made of it
            Report.objects.filter(pk=report.pk).update(place="", place_name=named[:LONGEST_PLACE])
    _change_lines(lambda line: _without(player, line))


def _change_lines(change: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    for report in Report.objects.exclude(lines=[]).only("lines").iterator():
        lines = [change(line) for line in report.lines]
        if lines != report.lines:
            Report.objects.filter(pk=report.pk).update(lines=lines)


def _without(player: Player, line: dict[str, Any]) -> dict[str, Any]:
    """Their words go, and their name, also from what the room has said of them."""
    if line.get("from") is None:
        return {**line, "text": replace_name(line["text"], player.name, FORMER)}
    said = {**line, "from": FORMER, "text": ""} if line.get("by") == player.pk else line
    return {**said, "to": FORMER} if said.get("whom") == player.pk else said


def _hand_on_reports(guest: Player, member: Player) -> None:
    """What cannot be the member's, since they would have reported themselves or somebody twice, goes with the guest.

    Where somebody has reported both, it is one report.
    """
    _join_reports(guest, member)
    Report.objects.filter(about=guest).exclude(by=member).update(about=member)
    open_ = Report.objects.filter(by=member, settled=None).values_list("about", flat=True)
    Report.objects.filter(by=guest).exclude(about=member).exclude(settled=None, about__in=list(open_)).update(by=member)
    _change_lines(lambda line: {key: _handed_on(key, value, guest, member) for key, value in line.items()})


def _handed_on(key: str, value: Any, guest: Player, member: Player) -> Any:
    return member.pk if key in ("by", "whom") and value == guest.pk else value


def _join_reports(guest: Player, member: Player) -> None:
    for report in Report.objects.select_for_update().filter(about=guest, settled=None, by__isnull=False):
        other = Report.objects.select_for_update().filter(about=member, by=report.by_id, settled=None).first()
        if other is not None:
            lines = {line["id"]: line for line in (*report.lines, *other.lines)}
            other.lines = [lines[number] for number in sorted(lines)][-LINES:]
            other.why = f"{other.why} / {report.why}"[:LONGEST_WHY]
            other.save(update_fields=["lines", "why"])
            report.delete()


def _warnings(player: Player) -> list[dict[str, Any]]:
    rows = Warned.objects.filter(player=player).order_by("pk")
    return [{"reason": row.reason, "at": row.at, "read": row.read} for row in rows]


def _forget_warnings(player: Player) -> None:
    Warned.objects.filter(player=player).delete()
    Warned.objects.filter(by=player).update(by=None)


def _forget_notes(player: Player) -> None:
    Note.objects.filter(about=player).delete()
    Note.objects.filter(by=player).update(by=None)


def _roles(player: Player) -> dict[str, Any]:
    role = Moderator.objects.filter(player=player).first()
    return {"moderator_since": role and role.since}


def _forget_roles(player: Player) -> None:
    Moderator.objects.filter(player=player).delete()
    for model in (Moderator, Announcement, BarredWord):
        model._default_manager.filter(by=player).update(by=None)
    heard.changed()


HOLDINGS: Final = (
    Holding(
        "reports",
        (
            "moderation.Report.by",
            "moderation.Report.about",
            "moderation.Report.settled_by",
            "moderation.Report.lines",
        ),
        _reports,
        _forget_reports,
        _hand_on_reports,
    ),
    Holding(
        "warnings",
        ("moderation.Warned.player", "moderation.Warned.by"),
        _warnings,
        _forget_warnings,
        lambda guest, member: Warned.objects.filter(player=guest).update(player=member),
    ),
    Holding(
        "notes",
        ("moderation.Note.about", "moderation.Note.by"),
        lambda player: [],
        _forget_notes,
        lambda guest, member: Note.objects.filter(about=guest).update(about=member),
    ),
    Holding(
        "traces",
        ("moderation.Trace.player",),
        lambda player: [{"day": day} for day in Trace.objects.filter(player=player).values_list("day", flat=True)],
        lambda player: Trace.objects.filter(player=player).delete(),
    ),
    Holding(
        "roles",
        ("house.Moderator.player", "house.Moderator.by", "house.Announcement.by", "house.BarredWord.by"),
        _roles,
        _forget_roles,
    ),
)
