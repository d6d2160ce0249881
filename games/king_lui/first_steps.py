"""The tutorial of King Lui: four rounds of one deal, in which the learner makes every kind of move.

The deal was looked for by tests/games/king_lui/find_a_deal.py. What is said holds for it alone.
"""

from __future__ import annotations

from tafelrunde.game import Line, Seat, Step, Tutorial

YOU, ANN, BEN = range(3)

_ROUND_1 = (
    Step(
        YOU,
        "take wine",
        Line(
            "The king has laid the table: what you eat counts for you, as long as he has at least as much of it. "
            "Begin with the wine and take both portions."
        ),
        ("table-wine",),
    ),
    Step(
        ANN,
        "take cheese",
        Line(
            "The ▲ at your wine warns you: that is more than the king has. He may catch up, for when everybody has "
            "had a turn he gets what is left."
        ),
        ("plate-wine",),
    ),
    Step(BEN, "take ham"),
)
_ROUND_2 = (
    Step(
        ANN,
        "take bread",
        Line("The king has got the chicken and the fruit, and a new round is served. Now somebody else begins."),
        ("king-chicken", "king-fruit"),
    ),
    Step(BEN, "take ham"),
    Step(
        YOU,
        "kitchen",
        Line(
            "Two more portions of wine are here: leave them to the king, and yours will count. Go to the kitchen "
            "instead, where you draw a card."
        ),
        ("door",),
    ),
)
_ROUND_3 = (
    Step(
        BEN,
        "take cake",
        Line(
            "You have fetched chicken, and nobody else knows. The king now has as much wine as you, so yours counts: "
            "2 of yours times 2 of his are 4 points."
        ),
        ("plate-wine", "king-wine"),
    ),
    Step(
        YOU,
        "feed cheese fruit",
        Line(
            "Emerald, the king’s dragon, is hungry, and {who} has a portion of cheese, just as many as the king. "
            "Press Emerald, then the king’s cheese and his fruit: she eats both.",
            who=Seat(ANN),
        ),
        ("emerald", "king-cheese", "king-fruit"),
    ),
    Step(
        ANN,
        "take fruit",
        Line(
            "The king has no cheese any more, so that of {who} is worth nothing now. Thank you, Emerald!", who=Seat(ANN)
        ),
        ("king-cheese",),
    ),
)
_ROUND_4 = (
    Step(
        YOU,
        "kitchen",
        Line(
            "The king has 3 portions of wine already. It is your turn again: go to the kitchen once more, or type "
            "/kitchen, for every move can be typed."
        ),
        ("door",),
    ),
    Step(
        YOU,
        "wait",
        Line(
            "A dragon! Everybody sees it, and you get nothing to eat. You could feed it at once, but let it wait "
            "this time, and see who feeds it."
        ),
        ("wait",),
    ),
    Step(
        ANN,
        "feed chicken ham",
        Line("Whoever comes next may feed the dragon now, and {who} will not let that pass.", who=Seat(ANN)),
        ("emerald",),
    ),
    Step(
        BEN,
        "take fruit",
        Line(
            "The king’s ham is gone, and with it all that {who} would have got for theirs. What is left after this "
            "turn is the king’s again.",
            who=Seat(BEN),
        ),
        ("king-ham",),
    ),
)

FIRST_STEPS = Tutorial(
    seats=3,
    seed=bytes.fromhex("2d03e1a6d9fde038e12e28ef27ca01d8c0d13524d37c797c43fae849790de2ec"),
    steps=(*_ROUND_1, *_ROUND_2, *_ROUND_3, *_ROUND_4),
    learnt=Line(
        "You have made every kind of move. So it goes on until the kitchen is empty: then your 2 wine and 1 chicken, "
        "times the king’s 5 and 2, would be 12 points. Eat much, but never more than the king!"
    ),
)
