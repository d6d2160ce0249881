from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from tafelrunde.live import greeting


class AccountsConfig(AppConfig):
    name = "tafelrunde.accounts"
    label = "accounts"
    verbose_name = _("People")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from allauth.account.signals import password_changed, password_reset, password_set
        from django.contrib.auth.signals import user_logged_out

        from tafelrunde.live import background

        from . import first_admin, revocation

        background.register("revocation", revocation.beat)
        greeting.register(first_admin.greeting)
        user_logged_out.connect(revocation.on_signed_out)
        for signal in (password_changed, password_reset, password_set):
            signal.connect(revocation.on_new_password)
