from django.apps import AppConfig


class AdminPagesConfig(AppConfig):
    name = "tafelrunde.admin"
    label = "admin_pages"

    def ready(self) -> None:
        from . import faults, games, log, matches, people, rooms  # noqa: F401  the pages register themselves
