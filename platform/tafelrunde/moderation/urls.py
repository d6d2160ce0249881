"""Addresses of the moderators' pages."""

from django.urls import path

from . import house_pages, pages

urlpatterns = [
    path("moderation/", pages.queue, name="moderation"),
    path("moderation/settled/", pages.settled, name="moderation_settled"),
    path("moderation/reports/<int:pk>/", pages.report, name="moderation_report"),
    path("moderation/people/", pages.find, name="moderation_find"),
    path("moderation/people/<int:pk>/", pages.person, name="moderation_person"),
    path("moderation/announcements/", house_pages.announcements_page, name="moderation_announcements"),
    path("moderation/words/", house_pages.words_page, name="moderation_words"),
    path("moderation/hints/", house_pages.hints_page, name="moderation_hints"),
    path("me/warnings/read/", pages.warnings_read, name="warnings_read"),
]
