from django.apps import AppConfig


class LiveConfig(AppConfig):
    name = "tafelrunde.live"
    label = "live"
