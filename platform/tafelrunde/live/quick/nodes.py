"""The nodes of a template as functions of a scene."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.template.base import (
    FilterExpression,
    Node,
    NodeList,
    Template,
    TextNode,
    VariableDoesNotExist,
    VariableNode,
)
from django.template.defaulttags import CommentNode, ForNode, IfNode, LoadNode, WithNode
from django.template.library import SimpleNode
from django.template.loader_tags import IncludeNode, construct_relative_path
from django.templatetags.i18n import TranslateNode
from django.templatetags.static import StaticNode
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext

from .scene import Scene, scene
from .values import Value, condition, text, value_of

Draw = Callable[[Scene], str]


class QuickNode(Node):
    """A tag of our own that can be rendered from a scene."""

    def draw(self, scene: Scene) -> str:
        """The same text as `render` gives."""
        raise NotImplementedError


def render(*templates: Any, given: Mapping[str, Any]) -> list[str]:
    """The texts of templates (as `get_template` gives them) in the language that is active now."""
    language = get_language()
    return [drawn(one.template)(scene(given, one.template, language)) for one in templates]


def drawn(template: Template) -> Draw:
    """A whole template as a function, made once and kept with it."""
    known = template.__dict__
    if "drawn" not in known:
        known["drawn"] = several(template.nodelist)
    draw: Draw = known["drawn"]
    return draw


def several(nodes: NodeList | Sequence[Node]) -> Draw:
    """Nodes one after the other; texts that meet are one."""
    steps: list[str | Draw] = []
    for node in nodes:
        if isinstance(node, (LoadNode, CommentNode)):
            continue
        step = node.s if isinstance(node, TextNode) else _one(node)
        if isinstance(step, str) and steps and isinstance(steps[-1], str):
            steps[-1] += step
        else:
            steps.append(step)
    if not steps:
        return lambda _scene: ""
    if len(steps) == 1:
        only = steps[0]
        return only if not isinstance(only, str) else lambda _scene: only
    draws = [_said(step) if isinstance(step, str) else step for step in steps]

    def draw(scene: Scene) -> str:
        return "".join([step(scene) for step in draws])

    return draw


def _said(words: str) -> Draw:
    return lambda _scene: words


def _one(node: Node) -> Draw:
    return node.draw if isinstance(node, QuickNode) else _WAYS.get(type(node), _by_django)(node)


def _variable(node: VariableNode) -> Draw:
    value = value_of(node.filter_expression)
    return lambda scene: text(value(scene), scene)


def _if(node: IfNode) -> Draw:
    branches = [
        (None if given is None else condition(given), several(inside)) for given, inside in node.conditions_nodelists
    ]

    def draw(scene: Scene) -> str:
        for holds, inside in branches:
            try:
                chosen = holds is None or holds(scene)
            except VariableDoesNotExist:
                continue
            if chosen:
                return inside(scene)
        return ""

    return draw


def _with(node: WithNode) -> Draw:
    values, inside = _values(node.extra_context), several(node.nodelist)
    return lambda scene: inside(scene.within({name: value(scene) for name, value in values}))


def _values(given: Mapping[str, FilterExpression]) -> list[tuple[str, Value]]:
    return [(name, value_of(expression)) for name, expression in given.items()]


def _for(node: Any) -> Draw:
    items_of, names = value_of(node.sequence, or_none=True), node.loopvars
    inside, instead = several(node.nodelist_loop), several(node.nodelist_empty)

    def draw(scene: Scene) -> str:
        items = items_of(scene)
        items = [] if items is None else list(items)
        loop: dict[str, Any] = {"parentloop": scene.get("forloop", {})}
        looping = scene.within({"forloop": loop})
        if not items:
            return instead(looping)
        drawn = []
        for n, item in enumerate(reversed(items) if node.is_reversed else items):
            left = len(items) - n
            loop.update(counter0=n, counter=n + 1, revcounter=left, revcounter0=left - 1, first=n == 0, last=left == 1)
            if len(names) == 1:
                looping[names[0]] = item
                drawn.append(inside(looping))
            else:
                drawn.append(inside(looping.within(dict(zip(names, item, strict=True)))))
        return "".join(drawn)

    return draw


def _simple(node: SimpleNode) -> Draw:
    function, target = node.func, node.target_var
    if node.takes_context:
        return _by_django(node)
    arguments, named = [value_of(given) for given in node.args], _values(node.kwargs)

    def draw(scene: Scene) -> str:
        shown = function(*[value(scene) for value in arguments], **{name: value(scene) for name, value in named})
        if target is not None:
            scene[target] = shown
            return ""
        return shown if type(shown) is SafeString else conditional_escape(shown)

    return draw


def _include(node: IncludeNode) -> Draw:
    name_of, values, alone = value_of(node.template), _values(node.extra_context), node.isolated_context
    known: dict[str, Draw] = {}

    def found(name: Any, scene: Scene) -> Draw:
        if type(name) is str or type(name) is SafeString:
            if name not in known:
                path = construct_relative_path(str(node.origin.template_name), name)
                known[name] = drawn(scene.template.engine.get_template(path))
            return known[name]
        if callable(getattr(name, "render", None)):
            return drawn(getattr(name, "template", name))
        return drawn(scene.template.engine.select_template(list(name or ())))

    def draw(scene: Scene) -> str:
        inside = found(name_of(scene), scene)
        given = {name: value(scene) for name, value in values}
        return inside(scene.included(given if alone else {**scene, **given}))

    return draw


def _translate(node: TranslateNode) -> Draw:
    """Words of the template are translated once; a text that is plain, without Django's way around."""
    expression, name = node.filter_expression, node.asvar
    slowly = _by_django(node)
    if node.noop or node.message_context or expression.filters:
        return slowly
    if expression.var.lookups is None:
        return _translated(slowly, name)
    value_to_say = value_of(expression)

    def draw(scene: Scene) -> str:
        value = value_to_say(scene)
        if type(value) is not str or not value:
            return slowly(scene)
        said = text(gettext(value.replace("%", "%%")), scene).replace("%%", "%")
        if name is None:
            return said
        scene[name] = mark_safe(said)  # noqa: S308  `text` has escaped it
        return ""

    return draw


def _translated(slowly: Draw, name: str | None) -> Draw:
    known: dict[str | None, str] = {}

    def draw(scene: Scene) -> str:
        said = known.get(scene.language)
        if said is None:
            said = slowly(scene)
            known[scene.language] = said = said if name is None else scene[name]
        if name is None:
            return said
        scene[name] = said
        return ""

    return draw


def _static(node: StaticNode) -> Draw:
    path, name = value_of(node.path), node.varname

    def draw(scene: Scene) -> str:
        address = conditional_escape(node.handle_simple(path(scene)))
        if name is None:
            return address
        scene[name] = address
        return ""

    return draw


def _by_django(node: Node) -> Draw:
    def draw(scene: Scene) -> str:
        return str(node.render_annotated(scene.context))

    return draw


_WAYS: dict[type[Node], Callable[[Any], Draw]] = {
    VariableNode: _variable,
    IfNode: _if,
    WithNode: _with,
    ForNode: _for,
    SimpleNode: _simple,
    IncludeNode: _include,
    TranslateNode: _translate,
    StaticNode: _static,
}
