"""What people fill in to sign up and in, and to change their password."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from allauth.account.adapter import get_adapter
from allauth.account.forms import (
    AddEmailForm,
    ChangePasswordForm,
    LoginForm,
    ResetPasswordForm,
    ResetPasswordKeyForm,
    SignupForm,
)
from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from . import sanctions
from .models import LONGEST_TOKEN_NAME, Player
from .names import name_key
from .preferences import PREFERENCES, preferences_of

_GOOD_PASSWORD = _("At least 8 characters, not only digits, and nothing that many others would take.")


class SignInForm(LoginForm):
    """A name, in any case and width, and a password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Name")
        _without_placeholders(self)

    def clean_login(self) -> str:
        """The key, so that failed attempts are counted once for all ways to write a name."""
        return name_key(super().clean_login())

    def clean(self) -> dict[str, Any]:
        """Who is banned is told so, once they have shown who they are."""
        cleaned: dict[str, Any] = super().clean()
        if isinstance(self.user, Player) and (ban := sanctions.in_force_on(self.user, sanctions.BAN)):
            raise forms.ValidationError(str(sanctions.refusal(ban).text), "banned")
        return cleaned


class SignUpForm(SignupForm):
    """A name, a password twice, and a mail address for those who want one."""

    field_order = ("username", "password1", "password2", "email")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name, email = self.fields["username"], self.fields["email"]
        name.label = _("Name")
        name.help_text = _("3 to 20 letters, digits, - and _. Everybody at the table sees it.")
        name.widget.attrs |= {"autocapitalize": "none", "spellcheck": "false"}
        email.label = _("Email (optional)")
        email.help_text = _("Only for a new password, should you forget yours.")
        self.fields["password1"].help_text = _GOOD_PASSWORD
        self.fields["password2"].label = _("Password again")
        _without_placeholders(self)


class NewPasswordForm(ChangePasswordForm):
    """The old password, and a new one twice."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password1"].help_text = _GOOD_PASSWORD
        _without_placeholders(self)


class ForgottenPasswordForm(ResetPasswordForm):
    """The confirmed address of a member, to which a link is sent. Nobody is told whether it is one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("Email")
        _without_placeholders(self)

    def clean_email(self) -> str:
        email: str = get_adapter().clean_email(self.cleaned_data["email"].lower())
        confirmed = {"emailaddress__email__iexact": email, "emailaddress__verified": True}
        self.users = list(Player.objects.filter(is_active=True, guest=False, **confirmed))
        return email


class EmailForm(AddEmailForm):
    """An address, to give one or to change it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("Email")
        _without_placeholders(self)


class NewPasswordByMailForm(ResetPasswordKeyForm):
    """A new password twice, for who came by the link in a mail."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password1"].help_text = _GOOD_PASSWORD
        _without_placeholders(self)


class TokenForm(forms.Form):
    """A name for a new token."""

    name = forms.CharField(
        label=_("Name"),
        help_text=_("For you to know it again, like the name of your bot."),
        max_length=LONGEST_TOKEN_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class DeleteForm(forms.Form):
    """The password once more; who has none says that they mean it."""

    password = forms.CharField(
        label=_("Your password"), strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )
    sure = forms.BooleanField(label=_("Yes: all of this goes, and nobody can bring it back"))

    def __init__(self, player: Player, typed: Mapping[str, Any] | None = None) -> None:
        super().__init__(typed)
        self.player = player
        del self.fields["sure" if player.has_usable_password() else "password"]

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not self.player.check_password(password):
            raise forms.ValidationError(_("This is not your password."))
        return password


class CodeForm(forms.Form):
    """A code of the app, or one on paper."""

    code = forms.CharField(
        label=_("Code"),
        max_length=40,
        widget=forms.TextInput(
            attrs={"autocomplete": "one-time-code", "autocapitalize": "none", "spellcheck": "false", "autofocus": True}
        ),
    )


class PreferencesForm(forms.Form):
    """All preferences, a choice for each: `MY` keeps their names off those that a form has in a browser (`matches`)."""

    MY: Final = "my"

    def __init__(self, player: Player, typed: Mapping[str, Any] | None = None) -> None:
        super().__init__(typed, initial=preferences_of(player), prefix=self.MY)
        for preference in PREFERENCES:
            self.fields[preference.name] = forms.ChoiceField(
                label=preference.label,
                help_text=preference.help,
                choices=[(value, capfirst(label)) for value, label in preference.values.items()],
            )


def _without_placeholders(form: forms.Form) -> None:
    """A placeholder that repeats the label is noise."""
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)
