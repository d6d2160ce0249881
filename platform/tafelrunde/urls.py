"""All addresses of the site."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]  # one entrance for all: it counts failed attempts

urlpatterns = [
    path("", include("tafelrunde.rooms.urls")),
    path("", include("tafelrunde.accounts.urls")),
    path("api/", include("tafelrunde.api.urls")),
    path("admin/", admin.site.urls),
]

handler400 = "tafelrunde.api.errors.bad_request"
handler403 = "tafelrunde.api.errors.permission_denied"
handler404 = "tafelrunde.api.errors.page_not_found"
handler429 = "tafelrunde.accounts.views.too_fast"
handler500 = "tafelrunde.api.errors.server_error"
