"""Addresses of people. Ours come first: they are allauth's by name, with our views."""

from django.urls import include, path

from . import first_admin, views

urlpatterns = [
    path("first-admin/<str:token>/", first_admin.page, name="first_admin"),
    path("guest/", views.guest, name="guest"),
    path("accounts/login/", views.SignIn.as_view(), name="account_login"),
    path("accounts/signup/", views.SignUp.as_view(), name="account_signup"),
    path("accounts/", include("allauth.account.urls")),
]
