from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from tafelrunde.live import greeting


class AccountsConfig(AppConfig):
    name = "tafelrunde.accounts"
    label = "accounts"
    verbose_name = _("People")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from . import first_admin

        greeting.register(first_admin.greeting)
