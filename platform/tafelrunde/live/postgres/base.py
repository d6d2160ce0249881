"""Django's PostgreSQL backend, whose connections have an end to their patience also where there is no pool."""

from __future__ import annotations

from types import SimpleNamespace

import psycopg
from django.db.backends.postgresql import base

from .patience import PatientConnection


class DatabaseWrapper(base.DatabaseWrapper):
    """One that opens patient connections: a pool is told which to make, without one only the driver can be."""

    Database = SimpleNamespace(**{**vars(psycopg), "connect": PatientConnection.connect})  # type: ignore[assignment]
