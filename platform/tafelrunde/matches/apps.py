from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MatchesConfig(AppConfig):
    name = "tafelrunde.matches"
    label = "matches"
    verbose_name = _("Matches")
    default_auto_field = "django.db.models.BigAutoField"
