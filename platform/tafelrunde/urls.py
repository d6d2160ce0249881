"""All addresses of the site."""

from django.contrib import admin
from django.urls import path

from tafelrunde.accounts import first_admin

urlpatterns = [
    path("admin/", admin.site.urls),
    path("first-admin/<str:token>/", first_admin.page, name="first_admin"),
]
