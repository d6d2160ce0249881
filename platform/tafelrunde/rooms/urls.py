"""Addresses of the lobby and the rooms, pages and sockets."""

from typing import Any

from django.urls import path, re_path

from . import (
    door,
    figures_page,
    hosting_page,
    inviting,
    looking_in,
    match_exports,
    match_lists,
    match_page,
    match_search,
    people_pages,
    profile,
    rankings,
    reporting,
    rules_page,
    turns_page,
    views,
    worker,
)
from .figures_socket import figures_socket
from .lobby_socket import lobby_socket
from .socket import room_socket

urlpatterns = [
    path("", views.lobby, name="lobby"),
    path("worker.js", worker.page, name="worker"),
    path("play/", views.play_now, name="play_now"),
    path("learn/<slug:slug>/", views.learn, name="learn"),
    path("rooms/new/", views.new_room, name="new_room"),
    path("rooms/<slug:slug>/", views.room, name="room"),
    path("rooms/<slug:slug>/enter/", door.enter, name="room_enter"),
    path("rooms/<slug:slug>/look/", looking_in.page, name="room_look"),
    path("rooms/<slug:slug>/hosting/", hosting_page.page, name="room_hosting"),
    path("rooms/<slug:slug>/matches/", match_lists.of_room, name="room_matches"),
    path("players/<str:name>/matches/", match_lists.of_player, name="player_matches"),
    path("matches/", match_search.page, name="matches"),
    path("matches/<int:id>/", match_page.page, name="match"),
    path("matches/<int:id>/plies/<int:ply>/", match_page.ply, name="match_ply"),
    path("matches/<int:id>/record.json", match_exports.record, name="match_record"),
    path("matches/<int:id>/story.txt", match_exports.story, name="match_story"),
    path("rules/<slug:slug>/", rules_page.page, name="rules"),
    path("games/<slug:slug>/ranking/", rankings.ranking_page, name="ranking"),
    path("players/<str:name>/report/", reporting.page, name="player_report"),
    path("players/<str:name>/<slug:what>/", people_pages.act, name="player_act"),
    path("moderation/figures/", figures_page.page, name="moderation_figures"),
    path("invited/<str:token>/", inviting.page, name="invited"),
    path("me/turns/", turns_page.page, name="turns"),
    path("me/turns/<slug:slug>/", turns_page.go, name="turn"),
    path("mail/off/<str:token>/", turns_page.mail_off, name="mail_off"),
    path("me/holiday/", turns_page.holiday, name="holiday"),
    path("me/friends/", people_pages.friends_page, name="friends"),
    path("me/whispers/", people_pages.conversations_page, name="conversations"),
    path("me/whispers/<str:name>/", people_pages.conversation, name="conversation"),
    path("players/<str:name>/", profile.page, name="player"),
]


async def nowhere(_scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Refuse a socket at an address that is none."""
    await receive()
    await send({"type": "websocket.close"})


# Django's path() is typed for views, Channels' router takes ASGI applications with it.
asgi_path: Any = path
asgi_re_path: Any = re_path
websocket_urlpatterns: list[Any] = [
    asgi_path("ws/lobby/", lobby_socket),
    asgi_path("ws/moderation/figures/", figures_socket),
    asgi_path("ws/rooms/<slug:slug>/", room_socket),
    asgi_re_path("", nowhere),
]
