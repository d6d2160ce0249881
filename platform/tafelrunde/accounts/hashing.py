"""How passwords are kept."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class ModestArgon2(Argon2PasswordHasher):
    """Argon2id with 19 MiB and two passes, as OWASP advises.

    Django's 100 MiB a hash would let forty people who sign up for the same evening take 4 GB.
    """

    time_cost = 2
    memory_cost = 19 * 1024
    parallelism = 1
