"""The commands. They hold no rules: each calls the function that decides, as the buttons do.

They are listed in the order in which these modules declare them.
"""

from . import votes, table, queue, peeking, terms, hosting, talk, channel, people, town, own, words  # noqa: F401, I001  the order of /help and of the buttons
