from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from tafelrunde.live import background, greeting


class AccountsConfig(AppConfig):
    name = "tafelrunde.accounts"
    label = "accounts"
    verbose_name = _("People")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from allauth.account.signals import password_changed, password_reset, password_set
        from django.contrib.auth.signals import user_logged_out

        from . import (
            barred,
            daily,
            first_admin,
            forgetting,
            holdings,
            kept,
            moderators,  # noqa: F401  it keeps what is heard
            revocation,
            rights,
        )

        background.register("revocation", revocation.beat)
        background.register("bans", barred.beat)
        background.register("daily", daily.run)
        daily.register("guests", forgetting.forget)
        daily.register("keeping", rights.clear)
        holdings.register(*kept.HOLDINGS)
        greeting.register(first_admin.greeting)
        user_logged_out.connect(revocation.on_signed_out)
        for signal in (password_changed, password_reset, password_set):
            signal.connect(revocation.on_new_password)
