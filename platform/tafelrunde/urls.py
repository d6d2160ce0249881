"""All addresses of the site."""

from django.contrib import admin
from django.urls import include, path


urlpatterns = [
    path("", include("tafelrunde.rooms.urls")),
    path("", include("tafelrunde.accounts.urls")),
    path("api/", include("tafelrunde.api.urls")),
    path("admin/", admin.site.urls),
]
