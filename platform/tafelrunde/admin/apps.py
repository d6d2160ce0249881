from django.apps import AppConfig


class AdminPagesConfig(AppConfig):
    name = "tafelrunde.admin"
    label = "admin_pages"
