"""Addresses of people. Ours come first: they are allauth's by name, with our views."""

from allauth.account import views as allauth
from django.urls import include, path

from . import first_admin, me, views

urlpatterns = [
    path("first-admin/<str:token>/", first_admin.page, name="first_admin"),
    path("guest/", views.guest, name="guest"),
    path("me/", me.overview, name="me"),
    path("me/preferences/", me.preferences, name="preferences"),
    path("me/tokens/", me.tokens, name="tokens"),
    path("me/tokens/<int:pk>/revoke/", me.revoke, name="revoke_token"),
    path("accounts/login/", views.SignIn.as_view(), name="account_login"),
    path("accounts/signup/", views.SignUp.as_view(), name="account_signup"),
    path("accounts/email/", me.members_only(allauth.email), name="account_email"),
    path("accounts/password/change/", me.members_only(allauth.password_change), name="account_change_password"),
    path("accounts/password/set/", me.members_only(allauth.password_set), name="account_set_password"),
    path("accounts/", include("allauth.account.urls")),
]
