"""`manage.py createplayers`."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tafelrunde.accounts.identify import player_of_token
from tafelrunde.accounts.models import Player, Token

pytestmark = pytest.mark.django_db


def run(*args: str) -> list[tuple[str, str]]:
    out = StringIO()
    call_command("createplayers", *args, stdout=out)
    return [(name, token) for name, _, token in (line.partition(" ") for line in out.getvalue().splitlines())]


def test_it_prints_a_name_and_a_token_a_line() -> None:
    lines = run("40", "--prefix", "load")
    assert [name for name, _ in lines] == [f"load{n}" for n in range(1, 41)]
    for name, token in lines:
        player = player_of_token(token)
        assert player is not None
        assert (player.name, player.guest, player.has_usable_password()) == (name, False, False)


def test_a_second_run_gives_the_same_players_new_tokens_and_makes_what_is_missing() -> None:
    first, second = dict(run("2", "--prefix", "load")), dict(run("3", "--prefix", "LOAD"))
    assert Player.objects.count() == 3
    assert Token.objects.count() == 3
    assert set(second) == {"load1", "load2", "LOAD3"}
    assert [player_of_token(token) for token in first.values()] == [None, None]
    assert all(player_of_token(token) for token in second.values())


def test_it_never_takes_over_a_name_that_belongs_to_somebody() -> None:
    Player.objects.create_user("Load1", "roast-goose-and-plums")
    Player.objects.create_user("load2", guest=True)
    assert [name for name, _ in run("2", "--prefix", "load")] == ["load3", "load4"]
    assert not Token.objects.filter(player__name__in=["Load1", "load2"]).exists()


def test_tokens_that_a_player_has_made_stay() -> None:
    run("1", "--prefix", "load")
    own = Token.make(Player.objects.get(), "my own")
    run("1", "--prefix", "load")
    assert player_of_token(own)


@pytest.mark.parametrize(
    "args", [("0",), ("-1",), ("1", "--prefix", "1x"), ("1", "--prefix", "x" * 20), ("1", "--prefix", "a b")]
)
def test_what_cannot_be_done_is_said_and_nothing_is_made(args: tuple[str, ...]) -> None:
    with pytest.raises(CommandError):
        run(*args)
    assert not Player.objects.exists()
