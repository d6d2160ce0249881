"""The ASGI application: pages and API over HTTP, rooms over WebSocket."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tafelrunde.settings")

from django.core.asgi import get_asgi_application

application = get_asgi_application()
