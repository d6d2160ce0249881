"""Production is told by the environment; what is not told has a safe default."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.serving import PATHS, ROOT


def settings(home: Path, *names: str, **environment: str) -> Any:
    """The values of these settings in a process with this environment and nothing else."""
    code = f"""
import json
from django.conf import settings
print(json.dumps([getattr(settings, name) for name in {names}], default=str))
"""
    known = {"PATH": os.environ["PATH"], "TAFELRUNDE_HOME": str(home), **PATHS, **environment}
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=known, capture_output=True, text=True, check=True)
    values = json.loads(done.stdout)
    return values if len(names) > 1 else values[0]


def test_out_of_nothing(tmp_path: Path) -> None:
    debug, hosts, secure, layers = settings(
        tmp_path, "DEBUG", "ALLOWED_HOSTS", "SESSION_COOKIE_SECURE", "CHANNEL_LAYERS"
    )
    assert (debug, hosts, secure) == (False, ["*"], False)
    assert layers["default"]["BACKEND"] == "channels.layers.InMemoryChannelLayer"


def test_a_secret_key_from_the_environment_is_kept_nowhere(tmp_path: Path) -> None:
    assert settings(tmp_path, "SECRET_KEY", SECRET_KEY="from outside") == "from outside"
    assert list(tmp_path.iterdir()) == []


def test_a_folder_with_a_strange_name_holds_the_database(tmp_path: Path) -> None:
    home = tmp_path / "50% off? a#b c"
    assert settings(home, "DATABASES")["default"]["NAME"] == str(home / "tafelrunde.sqlite3")


def test_postgresql_has_a_pool(tmp_path: Path) -> None:
    url = "postgres://ann:secret@db:5433/rooms?sslmode=require"
    database = settings(tmp_path, "DATABASES", DATABASE_URL=url)["default"]
    assert database["ENGINE"] == "tafelrunde.live.postgres"
    names = ("NAME", "USER", "PASSWORD", "HOST", "PORT")
    assert [database[name] for name in names] == ["rooms", "ann", "secret", "db", 5433]
    assert database["OPTIONS"]["sslmode"] == "require"
    assert database["OPTIONS"]["pool"]["max_size"] == 16


@pytest.mark.parametrize(("size", "pool"), [("4", 4), ("0", None)])
def test_the_pool_can_be_of_another_size_or_none(tmp_path: Path, size: str, pool: int | None) -> None:
    database = settings(tmp_path, "DATABASES", DATABASE_URL="postgres://db/rooms", DATABASE_POOL=size)["default"]
    assert database["OPTIONS"].get("pool", {}).get("max_size") == pool


def test_sqlite_elsewhere_is_used_in_the_same_way(tmp_path: Path) -> None:
    database = settings(tmp_path, "DATABASES", DATABASE_URL=f"sqlite:///{tmp_path}/other.sqlite3")["default"]
    assert database["NAME"] == f"{tmp_path}/other.sqlite3"
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"


def test_sqlite_can_be_told_to_wait_for_the_disk(tmp_path: Path) -> None:
    assert "synchronous=NORMAL" in settings(tmp_path, "DATABASES")["default"]["OPTIONS"]["init_command"]
    full = settings(tmp_path, "DATABASES", SQLITE_SYNCHRONOUS="full")
    assert "synchronous=FULL" in full["default"]["OPTIONS"]["init_command"]
    with pytest.raises(subprocess.CalledProcessError) as refused:
        settings(tmp_path, "DATABASES", SQLITE_SYNCHRONOUS="sometimes")
    assert "NORMAL, FULL or EXTRA" in refused.value.stderr


def test_two_installations_can_share_a_redis(tmp_path: Path) -> None:
    urls = ("redis://cache:6379", "redis://cache:6379/3")
    layers = [settings(tmp_path, "CHANNEL_LAYERS", REDIS_URL=url)["default"] for url in urls]
    assert [layer["CONFIG"]["prefix"] for layer in layers] == ["tafelrunde0", "tafelrunde3"]


def test_the_origins_say_the_hosts_and_whether_cookies_are_secure(tmp_path: Path) -> None:
    names = ("ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE")
    origins = "https://play.example.org,https://example.org:8443/"
    assert settings(tmp_path, *names, ORIGINS=origins) == [
        ["play.example.org", "example.org"],
        ["https://play.example.org", "https://example.org:8443"],
        True,
        True,
    ]
    assert settings(tmp_path, *names, ORIGINS="http://192.168.0.7:8000", ALLOWED_HOSTS="a,b") == [
        ["a", "b"],
        ["http://192.168.0.7:8000"],
        False,
        False,
    ]


def test_mail(tmp_path: Path) -> None:
    names = ("EMAIL_BACKEND", "EMAIL_HOST", "EMAIL_PORT", "EMAIL_HOST_USER", "EMAIL_USE_TLS", "DEFAULT_FROM_EMAIL")
    mail = {"EMAIL_URL": "smtp+tls://ann:secret@mail.example.org:587", "DEFAULT_FROM_EMAIL": "play@example.org"}
    backend = "django.core.mail.backends.smtp.EmailBackend"
    assert settings(tmp_path, "EMAIL_BACKEND") == "django.core.mail.backends.console.EmailBackend"
    assert settings(tmp_path, *names, **mail) == [backend, "mail.example.org", 587, "ann", True, "play@example.org"]


@pytest.mark.parametrize("how", ["json", "console"])
def test_the_log_is_readable_or_json(tmp_path: Path, how: str) -> None:
    code = """
import django; django.setup()
import logging
try:
    1 / 0
except ZeroDivisionError:
    logging.getLogger("tafelrunde.rooms").exception("room %s is gone", "a", extra={"room": "a"})
logging.getLogger("tafelrunde.rooms").debug("nothing of note")
"""
    known = {"PATH": os.environ["PATH"], "TAFELRUNDE_HOME": str(tmp_path), **PATHS, "LOG_FORMAT": how}
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=known, capture_output=True, text=True, check=True)
    if how == "json":
        entry = json.loads(done.stderr)
        assert (entry["event"], entry["level"], entry["logger"]) == ("room a is gone", "error", "tafelrunde.rooms")
        assert entry["room"] == "a"
        assert "ZeroDivisionError" in entry["exception"]
    else:
        assert "room a is gone" in done.stderr
        assert "ZeroDivisionError: division by zero" in done.stderr
    assert "nothing of note" not in done.stderr
