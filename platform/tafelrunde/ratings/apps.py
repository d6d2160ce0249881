from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RatingsConfig(AppConfig):
    name = "tafelrunde.ratings"
    label = "ratings"
    verbose_name = _("Ratings")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from tafelrunde.accounts import holdings
        from tafelrunde.live import background

        from . import kept, medals

        holdings.register(*kept.HOLDINGS)
        background.register("medals", medals.run)
