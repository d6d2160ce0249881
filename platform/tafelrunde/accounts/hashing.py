"""How passwords are kept."""

from django.contrib.auth.hashers import Argon2PasswordHasher

from tafelrunde.live import one_core


class ModestArgon2(Argon2PasswordHasher):
    """Argon2id with 19 MiB and two passes, as OWASP advises.

    Django's 100 MiB a hash would let forty people who sign up for the same evening take 4 GB.
    """

    time_cost = 2
    memory_cost = 19 * 1024
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        with one_core.elsewhere():
            encoded: str = super().encode(password, salt)
        return encoded

    def verify(self, password: str, encoded: str) -> bool:
        with one_core.elsewhere():
            good: bool = super().verify(password, encoded)
        return good
