"""All addresses of the site."""

from django.urls import include, path

from tafelrunde.admin.site import site

urlpatterns = [
    path("", include("tafelrunde.rooms.urls")),
    path("", include("tafelrunde.moderation.urls")),
    path("", include("tafelrunde.accounts.urls")),
    path("api/", include("tafelrunde.api.urls")),
    path("admin/", site.urls),
]

handler400 = "tafelrunde.api.errors.bad_request"
handler403 = "tafelrunde.api.errors.permission_denied"
handler404 = "tafelrunde.api.errors.page_not_found"
handler429 = "tafelrunde.accounts.views.too_fast"
handler500 = "tafelrunde.api.errors.server_error"
