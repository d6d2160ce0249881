"""Addresses of people. Of allauth's those that are used, by its names; what it has beside them leads nowhere here."""

from allauth.account import views as allauth
from django.urls import path, re_path

from . import data_pages, first_admin, me, two_factor_pages, views

urlpatterns = [
    path("first-admin/<str:token>/", first_admin.page, name="first_admin"),
    path("guest/", views.guest, name="guest"),
    path("me/", me.overview, name="me"),
    path("me/preferences/", me.preferences, name="preferences"),
    path("me/tokens/", me.tokens, name="tokens"),
    path("me/tokens/<int:pk>/revoke/", me.revoke, name="revoke_token"),
    path("me/data/", data_pages.overview, name="data"),
    path("me/data/export/", data_pages.export, name="export"),
    path("me/delete/", data_pages.delete, name="delete_account"),
    path("me/guest/", data_pages.merge, name="merge"),
    path("me/two-factor/", two_factor_pages.overview, name="two_factor"),
    path("me/two-factor/check/", two_factor_pages.check, name="two_factor_check"),
    path("accounts/second-factor/", two_factor_pages.sign_in, name="second_factor"),
    path("accounts/login/", views.SignIn.as_view(), name="account_login"),
    path("accounts/logout/", allauth.logout, name="account_logout"),
    path("accounts/signup/", views.SignUp.as_view(), name="account_signup"),
    path("accounts/email/", me.members_only(allauth.email), name="account_email"),
    re_path(r"^accounts/confirm-email/(?P<key>[-:\w]+)/$", allauth.confirm_email, name="account_confirm_email"),
    path("accounts/password/change/", me.members_only(allauth.password_change), name="account_change_password"),
    path("accounts/password/set/", me.members_only(allauth.password_set), name="account_set_password"),
    path("accounts/password/reset/", allauth.password_reset, name="account_reset_password"),
    path("accounts/password/reset/done/", allauth.password_reset_done, name="account_reset_password_done"),
    re_path(
        r"^accounts/password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        allauth.password_reset_from_key,
        name="account_reset_password_from_key",
    ),
    path(
        "accounts/password/reset/key/done/",
        allauth.password_reset_from_key_done,
        name="account_reset_password_from_key_done",
    ),
]
