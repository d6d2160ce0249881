"""What a template is rendered with: names and their values in one dict, and Django's own context where it is needed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.template.base import Template
from django.template.context import Context

_BUILT_IN = {"True": True, "False": False, "None": None}


class Scene(dict[str, Any]):
    """The values by name, with all that stands around.

    `plain`: numbers are shown as they are, not in the way of the reader's language.
    """

    __slots__ = ("_around", "_context", "language", "plain", "template")

    def __init__(
        self,
        given: Mapping[str, Any],
        template: Template,
        language: str | None,
        *,
        plain: bool,
        around: Scene | None = None,
    ) -> None:
        super().__init__(_BUILT_IN if around is None else around)
        self.update(given)
        self.template, self.language, self.plain = template, language, plain
        self._around, self._context = around, None  # type: Scene | None, Context | None

    def within(self, more: Mapping[str, Any]) -> Scene:
        """The inside of a block: what is set there is forgotten after it."""
        return Scene(more, self.template, self.language, plain=self.plain, around=self)

    def included(self, given: Mapping[str, Any]) -> Scene:
        """For a template that sees this and nothing else."""
        return Scene(given, self.template, self.language, plain=self.plain)

    @property
    def context(self) -> Context:
        """The same for Django: what is set in one is set in the other."""
        if self._context is None:
            if self._around is not None:
                self._context = self._around.context.new(self)
            else:
                self._context = Context(use_l10n=False if self.plain else None).new(self)
                self._context.template = self._context.render_context.template = self.template
        return self._context


def scene(given: Mapping[str, Any], template: Template, language: str | None, *, plain: bool = False) -> Scene:
    """One to begin with."""
    return Scene(given, template, language, plain=plain)
