"""Django's templates, rendered faster: what is made for each viewer of each move is worth it.

A template is what it always was, and its text is the same to the byte. `nodes` makes a function of each node, once;
where it knows no shorter way, or meets a value that is not plain, Django's own node or expression does it.
"""
