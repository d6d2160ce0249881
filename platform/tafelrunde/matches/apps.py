from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MatchesConfig(AppConfig):
    name = "tafelrunde.matches"
    label = "matches"
    verbose_name = _("Matches")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from tafelrunde.accounts import forgetting, holdings
        from tafelrunde.live import background, health

        from . import deadlines, kept, play, resuming, thinking  # noqa: F401  resuming listens

        forgetting.keep_who_has("match_seats", "taken_seats")
        background.register("matches", play.beat)  # ended after the deadlines, which still move
        background.register("thinkers", thinking.keep)
        background.register("deadlines", deadlines.run)
        health.register("deadlines", deadlines.fitness)
        holdings.register(*kept.HOLDINGS)
