"""Bearer tokens: made once, kept as a hash, and the way back to their player."""

from __future__ import annotations

import pytest

from tafelrunde.accounts.identify import bearer, player_of_token
from tafelrunde.accounts.models import Player, Token


def test_only_the_hash_of_a_token_is_kept(ann: Player) -> None:
    text = Token.make(ann, "my bot")
    kept = Token.objects.get()
    assert text.startswith("tr_")
    assert len(text) > 40
    assert text not in str({field.name: getattr(kept, field.name) for field in Token._meta.fields})


def test_a_token_leads_to_its_player_and_no_other_text_does(ann: Player) -> None:
    text = Token.make(ann, "my bot")
    assert player_of_token(text) == ann
    for wrong in ("", "tr_", text[:-1], text + "x", text.upper(), Token.objects.get().digest, "tr_é\udcff"):
        assert player_of_token(wrong) is None


def test_a_token_of_who_is_not_active_leads_nowhere(ann: Player) -> None:
    text = Token.make(ann, "my bot")
    Player.objects.update(is_active=False)
    assert player_of_token(text) is None


def test_tokens_differ(ann: Player) -> None:
    assert len({Token.make(ann, "one of many") for _ in range(50)}) == 50


@pytest.mark.parametrize(
    ("header", "token"),
    [
        ("Bearer tr_abc", "tr_abc"),
        ("bearer   tr_abc ", "tr_abc"),
        ("Bearer", ""),
        ("Basic dXNlcjpwYXNz", None),
        ("tr_abc", None),
        ("", None),
    ],
)
def test_the_header_is_read_from_a_request_and_from_a_scope(header: str, token: str | None) -> None:
    assert bearer({"Authorization": header}) == token
    assert bearer([(b"host", b"localhost"), (b"authorization", header.encode())]) == token


def test_without_the_header_there_is_no_token() -> None:
    assert bearer({}) is None
    assert bearer([]) is None
