"""A game's words come along in its package, and are what its lines are rendered in."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tafelrunde import games
from tafelrunde.game import Line, Seat, plural
from tafelrunde.game.testing import check_game
from tafelrunde.languages.catalogues import bring_up_to_date, read, source_of_game
from tafelrunde.matches import texts
from tafelrunde.matches.management.commands.checkgame import untranslated

RULES = 'from tafelrunde.game import Line, plural\nNAME = Line("Sheep")\nN = plural("{n} sheep", "{n} sheeps", 2)\n'


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A game somewhere else that says a few things."""
    folder = tmp_path / "sheep_market"
    folder.mkdir()
    (folder / "__init__.py").write_text(RULES)
    return folder


def test_lines_of_games_are_read_in_ones_own_language() -> None:
    line = Line("{who} takes the trick.", who=Seat(1))
    assert texts.render(line, ["Ann", "Bob"], "de") == "Bob macht den Stich."
    assert texts.render(line, ["Ann", "Bob"], "fr") == "Bob fait le pli."
    assert texts.render(line, ["Ann", "Bob"], "it") == "Bob fa la presa."
    assert texts.render(line, ["Ann", "Bob"], "en") == "Bob takes the trick."


@pytest.mark.parametrize(("n", "said"), [(1, "Ann paie 1 pièce au roi."), (3, "Ann paie 3 pièces au roi.")])
def test_what_is_counted_is_said_as_the_language_counts(n: int, said: str) -> None:
    line = plural("{who} pays the king {n} coin.", "{who} pays the king {n} coins.", n, who=Seat(0))
    assert texts.render(line, ["Ann"], "fr") == said


@pytest.mark.parametrize("slug", ["king_lui", "kings_gold", "skull_king"])
def test_whatever_a_match_says_is_translated(slug: str) -> None:
    game = games.installed()[slug]

    report = check_game(game, 3, 1)

    assert untranslated(game, sorted(report.messages)) == {}


def test_a_package_elsewhere_gets_catalogues_and_keeps_what_is_translated(package: Path) -> None:
    source = source_of_game(package)
    (first,) = bring_up_to_date(source, ["de"])
    assert (first.messages, first.translated) == (2, 0)
    text = first.path.read_text(encoding="utf-8")
    first.path.write_text(text.replace('msgid "Sheep"\nmsgstr ""', 'msgid "Sheep"\nmsgstr "Schafe"'), encoding="utf-8")

    (package / "more.py").write_text('from tafelrunde.game import Line\nMORE = Line("Wool")\n')
    (second,) = bring_up_to_date(source, ["de"])

    assert (second.messages, second.translated) == (3, 1)
    known = read(second.path, "de")
    assert [known[text].string for text in ("Sheep", "Wool")] == ["Schafe", ""]
    assert b"Schafe" in second.path.with_suffix(".mo").read_bytes()


def test_what_nobody_says_any_more_goes(package: Path) -> None:
    source = source_of_game(package)
    bring_up_to_date(source, ["de"])

    (package / "__init__.py").write_text("")
    (written,) = bring_up_to_date(source, ["de"])

    assert written.messages == 0
    assert "Sheep" not in written.path.read_text(encoding="utf-8")


def test_the_command_does_it_for_each_language_of_the_site(package: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("catalogues", str(package))

    assert sorted(path.parts[-3] for path in package.glob("locale/*/LC_MESSAGES/django.mo")) == ["de", "fr", "it"]
    assert "0 of 2 translated" in capsys.readouterr().out


def test_a_folder_without_a_package_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="is no package of a game"):
        call_command("catalogues", str(tmp_path))
