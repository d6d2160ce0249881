"""Settings. Everything has a default that runs from nothing; the environment says what production needs.

Not in debug unless ``DEBUG=1``. Variables: DATABASE_URL, REDIS_URL, SECRET_KEY, ALLOWED_HOSTS, ORIGINS, EMAIL_URL,
DEFAULT_FROM_EMAIL, TRUSTED_PROXIES (how many add to X-Forwarded-For), LOG_FORMAT (console, json), LOG_LEVEL, DEBUG,
TAFELRUNDE_HOME.
"""

from __future__ import annotations

from typing import Any

import environ
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from tafelrunde import games, home

env = environ.Env()

DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default="") or home.secret_key()
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["*"])
CSRF_TRUSTED_ORIGINS = env.list("ORIGINS", default=[])
PROXIED = env.bool("PROXIED", default=False)

INSTALLED_APPS = [
    "tafelrunde.accounts",
    "tafelrunde.live",
    "tafelrunde.matches",
    "tafelrunde.rooms",
    "tafelrunde.api",
    *games.packages(),
    "allauth",
    "allauth.account",
    "csp",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "tafelrunde.api.errors.JsonForWrongMethods",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
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
            ],
        },
    },
]


def _database() -> dict[str, Any]:
    if env.str("DATABASE_URL", default=""):
        database: dict[str, Any] = env.db("DATABASE_URL")
        size = env.int("DATABASE_POOL", default=16)
        if size and database["ENGINE"] == "django.db.backends.postgresql":
            pool = {"min_size": min(2, size), "max_size": size, "timeout": 10}
            database["OPTIONS"] = {"pool": pool, **database.get("OPTIONS", {})}
        return database
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": home.home() / "tafelrunde.sqlite3",
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;",
        },
    }


DATABASES = {"default": _database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.str("REDIS_URL", default="")
CHANNEL_LAYERS: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": [REDIS_URL]}}
    if REDIS_URL
    else {"BACKEND": "channels.layers.InMemoryChannelLayer"}
}
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}

AUTH_USER_MODEL = "accounts.Player"
SILENCED_SYSTEM_CHECKS = ["auth.E003"]  # names are unique by Player.key, which knows more than a column could
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
    "reset_password_from_key": "tafelrunde.accounts.forms.ForgottenPasswordForm",
}
ACCOUNT_USER_MODEL_USERNAME_FIELD = "name"
ACCOUNT_USER_MODEL_EMAIL_FIELD = "email"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Tafelrunde: "
ACCOUNT_PRESERVE_USERNAME_CASING = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False  # accounts.views sends members on; a guest may sign up or in
ACCOUNT_RATE_LIMITS = {"guest": "40/m/ip,400/h/ip", "signup": "40/m/ip"}  # a whole club behind one address is welcome
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXIES", default=0)

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("fr", _("French")), ("de", _("German")), ("it", _("Italian"))]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
STATIC_ROOT = home.home() / "static"
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

EMAIL_URL = env.email_url("EMAIL_URL", default="consolemail://")
EMAIL_BACKEND = EMAIL_URL["EMAIL_BACKEND"]
vars().update(EMAIL_URL)
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="tafelrunde@localhost")

BOT_PAUSE = env.float("BOT_PAUSE", default=1.2)
