from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PeopleConfig(AppConfig):
    name = "tafelrunde.people"
    label = "people"
    verbose_name = _("Friends and whispers")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from tafelrunde.accounts import holdings
        from tafelrunde.live import background

        from . import ignoring, kept

        background.register("ignored", ignoring.beat)
        holdings.register(*kept.HOLDINGS)
