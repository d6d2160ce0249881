"""The ASGI application: pages and API over HTTP, rooms and lobby over WebSocket."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tafelrunde.settings")

from django.core.asgi import get_asgi_application

http = get_asgi_application()

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter

from tafelrunde.live.sockets import arriving
from tafelrunde.rooms.urls import websocket_urlpatterns

websocket = arriving(AuthMiddlewareStack(URLRouter(websocket_urlpatterns)))
application = ProtocolTypeRouter({"http": http, "websocket": websocket})
