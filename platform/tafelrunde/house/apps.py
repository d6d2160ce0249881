from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class HouseConfig(AppConfig):
    name = "tafelrunde.house"
    label = "house"
    verbose_name = _("House")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from tafelrunde.live import background

        from . import announcements, heard, offers, words  # noqa: F401  they keep what is heard

        background.register("games", offers.run)
        background.register("house", heard.run)
