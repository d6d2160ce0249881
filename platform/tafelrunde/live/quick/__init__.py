"""Django's templates, rendered faster: what is rendered for each viewer of each move is worth it.

A template is what it always was, and the text is the same to the byte. `nodes` makes a function of each node once; where
that knows no shorter way, or meets a value that is not plain, it asks Django's own node or expression.
"""
