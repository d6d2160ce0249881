from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RoomsConfig(AppConfig):
    name = "tafelrunde.rooms"
    label = "rooms"
    verbose_name = _("Rooms")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from . import commands  # noqa: F401  they are declared by being imported
