"""Settings. Everything has a default that runs from nothing; the environment says what production needs.

- ``TAFELRUNDE_HOME``: the data folder; ``SECRET_KEY``: else one is made there.
- ``DATABASE_URL``: ``postgres://user:password@host/name``, else SQLite in the data folder; ``DATABASE_POOL``: how
  many connections a process keeps at most (16; 0 for no pool, behind a pooler).
- ``SQLITE_SYNCHRONOUS``: NORMAL keeps every move though the process is killed; FULL also though the power fails.
- ``REDIS_URL``: Redis or Valkey, needed as soon as several processes serve.
- ``ORIGINS``: where people find the site, as ``https://play.example.org``, comma-separated. ``ALLOWED_HOSTS``: else the
  hosts of the origins, else any. ``TRUSTED_PROXIES``: how many proxies add to X-Forwarded-For; the nearest of them sets
  X-Forwarded-Proto (0: who asks is believed to be the client).
- ``HSTS_SECONDS``: for how long browsers shall come by TLS only (a year if all origins are https, else 0);
  ``HSTS_SUBDOMAINS=1`` and ``HSTS_PRELOAD=1`` where the whole domain shall.
- ``METRICS_TOKEN``: who has it may read ``/metrics`` from anywhere; else only this machine may.
- ``SOCKETS_PER_PLAYER`` (100), ``SOCKETS_PER_ADDRESS`` (2000): how many WebSockets one player, and one address, may
  have open at a time in a process; ``ROOMS_PER_PLAYER`` (100): of how many open rooms somebody may be host;
  ``ROOMS_OWNED`` (3): how many lasting rooms a member may own.
- ``EMAIL_URL``: ``smtp+tls://user:password@host:587``, else mail goes to standard output; ``DEFAULT_FROM_EMAIL``.
- ``LOG_FORMAT``: console or json; ``LOG_LEVEL``: INFO. ``DEBUG=1``: never where others can reach it.
- ``BOT_PAUSE``: seconds a bot takes for a move at least (1.2).
- ``GENERIC_BOARD=1``: every game is played on the generic board, to see what it is like without one of its own.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from tafelrunde import games, home, logs

env = environ.Env()

DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default="") or home.secret_key()

ORIGINS: list[str] = [origin.rstrip("/") for origin in env.list("ORIGINS", default=[])]
CSRF_TRUSTED_ORIGINS = ORIGINS
ALLOWED_HOSTS: list[str] = env.list("ALLOWED_HOSTS", default=[urlsplit(origin).hostname for origin in ORIGINS] or ["*"])
TRUSTED_PROXIES = env.int("TRUSTED_PROXIES", default=0)

_TLS = bool(ORIGINS) and all(origin.startswith("https:") for origin in ORIGINS)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = _TLS
SECURE_SSL_REDIRECT = _TLS and TRUSTED_PROXIES > 0  # without a trusted proxy nobody would tell us what was secure
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=31_536_000 if _TLS else 0)
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("HSTS_SUBDOMAINS", default=False)
SECURE_HSTS_PRELOAD = env.bool("HSTS_PRELOAD", default=False)
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")

INSTALLED_APPS = [
    "tafelrunde.accounts",
    "tafelrunde.live",
    "tafelrunde.house",
    "tafelrunde.people",
    "tafelrunde.ratings",
    "tafelrunde.matches",
    "tafelrunde.moderation",
    "tafelrunde.rooms",
    "tafelrunde.api",
    "tafelrunde.admin",
    *games.packages(),
    "allauth",
    "allauth.account",
    "csp",
    "django_otp",
    "django_otp.plugins.otp_totp",
    "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "tafelrunde.accounts.privacy.NothingIsShared",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "tafelrunde.api.errors.JsonForWrongMethods",
    "tafelrunde.api.limits.NobodyTooFast",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django_otp.middleware.OTPMiddleware",
    "tafelrunde.accounts.middleware.Visitors",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "tafelrunde.urls"
ASGI_APPLICATION = "tafelrunde.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [home.templates()],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tafelrunde.accounts.context.you",
                "tafelrunde.people.context.unread",
                "tafelrunde.rooms.my_turns.in_head",
                "tafelrunde.moderation.context.for_all",
            ],
        },
    },
]


SQLITE, POSTGRESQL = "tafelrunde.live.sqlite", "tafelrunde.live.postgres"
SQLITE_SYNCHRONOUS = env.str("SQLITE_SYNCHRONOUS", default="NORMAL").upper()
if SQLITE_SYNCHRONOUS not in {"NORMAL", "FULL", "EXTRA"}:
    raise ImproperlyConfigured(f"SQLITE_SYNCHRONOUS is NORMAL, FULL or EXTRA, not {SQLITE_SYNCHRONOUS!r}.")
SQLITE_LONGEST_LOG = 20_000
"""Pages of the write-ahead log that a process which does not serve may write before a commit tidies up (80 MB)."""
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",  # a transaction that reads first and then writes would fail where another wrote
    "timeout": 20,
    "init_command": f"PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint={SQLITE_LONGEST_LOG}; "
    f"PRAGMA synchronous={SQLITE_SYNCHRONOUS}; PRAGMA foreign_keys=ON;",
}


def _database() -> dict[str, Any]:
    if not env.str("DATABASE_URL", default=""):
        return {"ENGINE": SQLITE, "NAME": home.home() / "tafelrunde.sqlite3", "OPTIONS": SQLITE_OPTIONS}
    database: dict[str, Any] = env.db("DATABASE_URL")
    options: dict[str, Any] = {}
    if database["ENGINE"] == "django.db.backends.sqlite3":
        database["ENGINE"], options = SQLITE, SQLITE_OPTIONS
    elif database["ENGINE"] == "django.db.backends.postgresql":
        from tafelrunde.live.postgres.patience import LONGEST, PatientConnection  # where it is needed

        database["ENGINE"], options = POSTGRESQL, {"connect_timeout": int(LONGEST)}
        if size := env.int("DATABASE_POOL", default=16):
            least = min(2, size)
            pool = {"min_size": least, "max_size": size, "timeout": LONGEST, "connection_class": PatientConnection}
            options["pool"] = pool
    return {**database, "CONN_HEALTH_CHECKS": True, "OPTIONS": {**options, **database.get("OPTIONS", {})}}


def _redis_prefix() -> str:
    """Messages do not care for the number of a database, so two installations in one server need different names."""
    return f"tafelrunde{urlsplit(REDIS_URL).path.strip('/') or '0'}"


DATABASES = {"default": _database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.str("REDIS_URL", default="")
CHANNEL_LAYERS: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [REDIS_URL], "prefix": _redis_prefix()},
    }
    if REDIS_URL
    else {"BACKEND": "channels.layers.InMemoryChannelLayer"}
}
CACHES = {
    "default": {
        "BACKEND": "tafelrunde.live.cache.SharedCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "tafelrunde",
    }
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}

AUTH_USER_MODEL = "accounts.Player"
SILENCED_SYSTEM_CHECKS = [
    "auth.E003",  # names are unique by Player.key, which knows more than a column could
    "security.W005",  # other names of the domain may not have TLS: who runs it says so by HSTS_SUBDOMAINS
    "security.W021",  # nor do we sign it up for the browsers' lists: HSTS_PRELOAD
]
AUTHENTICATION_BACKENDS = ["django.contrib.auth.backends.ModelBackend"]
PASSWORD_HASHERS = [
    "tafelrunde.accounts.hashing.ModestArgon2",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
_VALIDATION = "django.contrib.auth.password_validation."
AUTH_PASSWORD_VALIDATORS: list[dict[str, Any]] = [
    {"NAME": _VALIDATION + "UserAttributeSimilarityValidator", "OPTIONS": {"user_attributes": ["name", "email"]}},
    {"NAME": _VALIDATION + "MinimumLengthValidator"},
    {"NAME": _VALIDATION + "CommonPasswordValidator"},
    {"NAME": _VALIDATION + "NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "lobby"
LOGOUT_REDIRECT_URL = "lobby"

ACCOUNT_ADAPTER = "tafelrunde.accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "tafelrunde.accounts.forms.SignInForm",
    "signup": "tafelrunde.accounts.forms.SignUpForm",
    "change_password": "tafelrunde.accounts.forms.NewPasswordForm",
    "reset_password": "tafelrunde.accounts.forms.ForgottenPasswordForm",
    "reset_password_from_key": "tafelrunde.accounts.forms.NewPasswordByMailForm",
    "add_email": "tafelrunde.accounts.forms.EmailForm",
}
ACCOUNT_USER_MODEL_USERNAME_FIELD = "name"
ACCOUNT_USER_MODEL_EMAIL_FIELD = "email"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_CHANGE_EMAIL = True  # one address a player; a new one takes the old one's place when it is confirmed
ACCOUNT_PREVENT_ENUMERATION = "strict"  # nobody learns whose address we know, and none is taken by not confirming it
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_EMAIL_CONFIRMATION_AUTHENTICATED_REDIRECT_URL = "me"
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Tafelrunde: "
ACCOUNT_PRESERVE_USERNAME_CASING = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False  # accounts.views sends members on; a guest may sign up or in
ACCOUNT_RATE_LIMITS = {  # a whole club behind one address is welcome
    "guest": "40/m/ip",
    "guests_of_an_hour": "400/h/ip",
    "signup": "40/m/ip",
    "export": "3/m/user",
    "delete": "10/m/user",
}
OTP_TOTP_ISSUER = "Tafelrunde"
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXIES

SOCKETS_PER_PLAYER = env.int("SOCKETS_PER_PLAYER", default=100)
SOCKETS_PER_ADDRESS = env.int("SOCKETS_PER_ADDRESS", default=2000)
ROOMS_PER_PLAYER = env.int("ROOMS_PER_PLAYER", default=100)
ROOMS_OWNED = env.int("ROOMS_OWNED", default=3)

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("fr", _("French")), ("de", _("German")), ("it", _("Italian"))]
LOCALE_PATHS = [Path(__file__).resolve().parent / "locale"]
USE_I18N = True
FORMAT_MODULE_PATH = "tafelrunde.languages.formats"
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
STATIC_ROOT = home.home() / "static"
WHITENOISE_ALLOW_ALL_ORIGINS = False
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "tafelrunde.live.static.HashedStaticFiles"},
}

_SELF = [SELF]
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": _SELF,
        "style-src": _SELF,
        "img-src": _SELF,
        "connect-src": _SELF,
        "font-src": _SELF,
        "manifest-src": _SELF,
        "form-action": _SELF,
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
        "require-trusted-types-for": ["'script'"],
    }
}
X_FRAME_OPTIONS = "DENY"

vars().update(env.email_url("EMAIL_URL", default="consolemail://"))
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="tafelrunde@localhost")
SERVER_EMAIL = DEFAULT_FROM_EMAIL

LOGGING = logs.logging_config(env.str("LOG_FORMAT", default="console"), env.str("LOG_LEVEL", default="INFO"))

# Seconds: how long a bot lets people look before it moves; how long a player may be without a socket while to move.
BOT_PAUSE = env.float("BOT_PAUSE", default=1.2)
GENERIC_BOARD = env.bool("GENERIC_BOARD", default=False)
ABSENT_AFTER = env.float("ABSENT_AFTER", default=60.0)
# Seconds that a daily match must have waited for somebody before they are told so by mail.
TURN_MAIL_AFTER = env.float("TURN_MAIL_AFTER", default=300.0)
# Seconds after which a socket is asked whether it is still there, and within which it has to answer.
PING_SECONDS = env.float("PING_SECONDS", default=20.0)
# Seconds: how long a host may be gone before somebody else is host; how long a vote is open.
HOST_AFTER = env.float("HOST_AFTER", default=60.0)
VOTE_SECONDS = env.float("VOTE_SECONDS", default=30.0)
# Seconds: how long somebody must have been away to be said to come.
COMES_AFTER = env.float("COMES_AFTER", default=60.0)
