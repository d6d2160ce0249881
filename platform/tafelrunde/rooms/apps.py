from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RoomsConfig(AppConfig):
    name = "tafelrunde.rooms"
    label = "rooms"
    verbose_name = _("Rooms")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from tafelrunde.accounts import forgetting, holdings
        from tafelrunde.live import background

        from . import (
            announcing,
            autostart_keeping,
            commands,  # noqa: F401  they declare themselves
            figures,
            figures_socket,
            hearing,
            keeping,
            kept,
            kept_lines,
            lines,
            lobby,
            measures,
            news,
            reader,
            resting,
            tables,
            turn_mail,
            vote_keeping,
            winning,
        )

        hearing.listen()
        measures.count_rooms(lambda: len(tables.all_tables()))
        lines.listen()
        resting.listen()
        winning.listen()
        lobby.listen()
        news.listen()
        announcing.listen()
        reader.listen()
        figures.listen()
        forgetting.keep_who_has("room_seats")
        holdings.register(kept_lines.LINES, kept_lines.CHANNELS, kept.ROOMS)
        background.register("tables", tables.beat)
        background.register("lines", lines.beat)
        background.register("lobby", lobby.run)
        background.register("rooms", keeping.run)
        background.register("hosts", keeping.run_hosts)
        background.register("news", news.run)
        background.register("turns", news.beat)
        background.register("votes", vote_keeping.run)
        background.register("starts", autostart_keeping.run)
        background.register("turn mails", turn_mail.run)
        background.register("figures", figures_socket.run)
