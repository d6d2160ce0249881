"""Addresses of the lobby and the rooms, pages and sockets."""

from typing import Any

from django.urls import path

from . import views
from .lobby_socket import lobby_socket
from .socket import room_socket

urlpatterns = [
    path("", views.lobby, name="lobby"),
    path("play/", views.play_now, name="play_now"),
    path("rooms/new/", views.new_room, name="new_room"),
    path("rooms/<slug:slug>/", views.room, name="room"),
    path("rules/<slug:slug>/", views.rules, name="rules"),
]

# Django's path() is typed for views, Channels' router takes ASGI applications with it.
asgi_path: Any = path
websocket_urlpatterns: list[Any] = [
    asgi_path("ws/lobby/", lobby_socket),
    asgi_path("ws/rooms/<slug:slug>/", room_socket),
]
