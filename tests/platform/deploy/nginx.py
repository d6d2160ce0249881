"""Debian's nginx with the configuration of deploy/, in which only names, ports and places are other ones."""

from __future__ import annotations

import contextlib
import datetime as dt
import os
import signal
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.platform.deploy.programs import program
from tests.serving import PATIENCE, ROOT

AROUND = """
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log info;
{user}
events {{ }}
http {{
    include /etc/nginx/mime.types;
    access_log {folder}/access.log;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/site.conf;
}}
"""


def certificate(folder: Path) -> Path:
    """A certificate for localhost, which is its own authority, and its key beside it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = dt.datetime.now(dt.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(hours=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    private = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    (folder / "privkey.pem").write_bytes(private)
    (folder / "fullchain.pem").write_bytes(made.public_bytes(pem))
    return folder / "fullchain.pem"


def configuration(folder: Path, https: int, http: int, ports: Sequence[int]) -> str:
    """The file of deploy/ with these ports and places: each of the words to be replaced has to be in it."""
    text = (ROOT / "deploy" / "nginx.conf").read_text()
    for word, other in (
        ("127.0.0.1:8001", f"127.0.0.1:{ports[0]}"),
        ("127.0.0.1:8002", f"127.0.0.1:{ports[1]}"),
        ("listen 80;", f"listen 127.0.0.1:{http};"),
        ("listen [::]:80;", ""),
        ("listen 443 ssl http2;", f"listen 127.0.0.1:{https} ssl http2;"),
        ("listen [::]:443 ssl http2;", ""),
        ("https://play.example.org$request_uri", f"https://localhost:{https}$request_uri"),
        ("server_name play.example.org;", "server_name localhost;"),
        ("/etc/letsencrypt/live/play.example.org", str(folder)),
        ("/var/lib/nginx/tafelrunde", str(folder / "cache")),
    ):
        assert word in text, word
        text = text.replace(word, other)
    return text


@contextlib.contextmanager
def nginx(folder: Path, https: int, http: int, ports: Sequence[int]) -> Iterator[None]:
    """It runs meanwhile."""
    binary = program("nginx", "nginx-light")
    (folder / "site.conf").write_text(configuration(folder, https, http, ports))
    around = folder / "nginx.conf"
    around.write_text(AROUND.format(folder=folder, user="user root;" if os.geteuid() == 0 else ""))
    given = ["-p", str(folder), "-c", str(around)]
    tried = subprocess.run([binary, "-t", *given], capture_output=True, text=True, check=False)
    assert tried.returncode == 0, tried.stderr
    process = subprocess.Popen([binary, *given], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _wait_until_it_answers(https, folder)
        yield
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)


def _wait_until_it_answers(port: int, folder: Path) -> None:
    trusting = ssl.create_default_context(cafile=str(folder / "fullchain.pem"))
    end = time.monotonic() + PATIENCE
    while True:
        try:
            with (
                socket.create_connection(("127.0.0.1", port), timeout=5) as connection,
                trusting.wrap_socket(connection, server_hostname="localhost"),
            ):
                return
        except OSError:
            assert time.monotonic() < end, (folder / "error.log").read_text()
            time.sleep(0.02)  # it says nowhere that it is ready
