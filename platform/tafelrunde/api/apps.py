from django.apps import AppConfig


class ApiConfig(AppConfig):
    name = "tafelrunde.api"
    label = "api"
