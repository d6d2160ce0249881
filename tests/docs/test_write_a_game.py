"""docs/write-a-game.md, followed step by step in a folder elsewhere: from nothing to a match on the generic board."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests import wire
from tests.docs.guide import Reader, blocks
from tests.serving import READY, ROOT, Served

GUIDE = ROOT / "docs" / "write-a-game.md"
COMMANDS = {
    "pip": "from pip._internal.cli.main import main",
    "pytest": "from pytest import main",
    "tafelrunde": "from tafelrunde.command_line import main",
}


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """A virtual environment of one's own, in which Tafelrunde is installed, and in which pip asks nobody."""
    folder = tmp_path / "venv"
    venv.create(folder, with_pip=False, symlinks=True)
    own = Path(sysconfig.get_path("purelib", vars={"base": str(folder), "platbase": str(folder)}))
    outer = sysconfig.get_path("purelib")
    paths = [str(ROOT / "platform"), str(ROOT / "games"), f"import site; site.addsitedir({outer!r})"]
    (own / "tafelrunde-beside.pth").write_text("\n".join(paths))
    for name, found in COMMANDS.items():
        command = folder / "bin" / name
        command.write_text(f"#!{folder}/bin/python\nimport sys\n{found}\nsys.exit(main())\n")
        command.chmod(0o755)
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("PYTEST", "DJANGO", "DATABASE_"))}
    return {
        **kept,
        "PATH": f"{folder / 'bin'}:{os.environ['PATH']}",
        "TAFELRUNDE_HOME": str(tmp_path / "home"),
        "PIP_NO_INDEX": "1",
        "PIP_NO_BUILD_ISOLATION": "0",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PYTHONUNBUFFERED": "1",
        "BOT_PAUSE": "0.01",
    }


@pytest.fixture
def reader(tmp_path: Path, environment: dict[str, str]) -> Iterator[Reader]:
    """Who follows the guide."""
    folder = tmp_path / "afternoon"
    folder.mkdir()
    reader = Reader(folder, environment)
    yield reader
    if reader.served is not None:
        reader.served.kill()
        reader.served.wait()


async def test_it_leads_from_nothing_to_a_match(reader: Reader, tmp_path: Path) -> None:
    for block in blocks(GUIDE):
        reader.follow(block)
        if block.deed == "serves":
            await play(reader, tmp_path)
    assert reader.served is not None, "nothing was served"


async def play(reader: Reader, tmp_path: Path) -> None:
    """A match on the site that is served, over the wire, with the generic board on its page."""
    server = Served(tmp_path / "home", {}, port_of(reader))
    made = subprocess.run(
        ["tafelrunde", "createplayers", "1", "--prefix", "ann"],
        env=reader.environment,
        capture_output=True,
        text=True,
        check=True,
    )
    token = made.stdout.split()[1]
    slug = wire.open_room(server, token, game="sheep_market", options={"cards": 4, "lowest": True})
    async with wire.connect(server, slug, token) as ann:
        for line in ("/join", "/bot 2", "/start"):
            assert (await ann.say(line))["type"] == "ok"
        match = await ann.match_where(lambda match: match["moves"])
        assert match["moves"] == ["play 1", "play 2", "play 3", "play 4"]
        page = httpx.get(f"{server.url}/rooms/{slug}/").text
        assert 'class="generic' in page
        assert "The prize" in page
        await ann.play_to_the_end()
        assert ann.match["result"]["details"] == {}
        assert len(ann.match["result"]["scores"]) == 3


def port_of(reader: Reader) -> int:
    """Where the site is open, as it prints it."""
    assert reader.served is not None
    assert reader.served.stdout is not None
    for line in reader.served.stdout:
        if line.startswith(READY):
            return int(line.rstrip().rstrip("/").rpartition(":")[2])
    raise AssertionError("it has ended")


def test_python_is_the_one_that_is_tested(environment: dict[str, str]) -> None:
    found = subprocess.run(
        ["python", "-c", "import sys, tafelrunde; print(sys.version_info[:2], tafelrunde.__file__)"],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.strip() == f"{sys.version_info[:2]} {ROOT / 'platform' / 'tafelrunde' / '__init__.py'}"
