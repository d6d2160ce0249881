"""Addresses of the API; what is none of them is told so in JSON."""

from django.urls import path, re_path

from .endpoints import api
from .errors import api_not_found

urlpatterns = [
    path("", api_not_found),
    path("", api.urls),
    re_path("", api_not_found),
]
