from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ModerationConfig(AppConfig):
    name = "tafelrunde.moderation"
    label = "moderation"
    verbose_name = _("Fair play")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from tafelrunde.accounts import daily, forgetting, holdings
        from tafelrunde.live import background

        from . import kept, retention, traces

        forgetting.keep_who_has("reports_about", "notes_about")
        background.register("traces", traces.run)
        daily.register("moderation", retention.forget)
        holdings.register(*kept.HOLDINGS)
