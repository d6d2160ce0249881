"""Addresses of the API; what is none of them is told so in JSON."""

from django.urls import path, re_path

from .endpoints import api
from .errors import api_not_found
from .page import page

urlpatterns = [
    path("", page, name="api"),
    path("", api.urls),
    re_path("", api_not_found),
]
