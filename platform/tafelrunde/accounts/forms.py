"""What people fill in to sign up and in, and to change their password."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import ChangePasswordForm, LoginForm, ResetPasswordKeyForm, SignupForm
from django import forms
from django.utils.translation import gettext_lazy as _

from .names import name_key

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


class ForgottenPasswordForm(ResetPasswordKeyForm):
    """A new password twice, for who came by the link in a mail."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password1"].help_text = _GOOD_PASSWORD
        _without_placeholders(self)


def _without_placeholders(form: forms.Form) -> None:
    """A placeholder that repeats the label is noise."""
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)
