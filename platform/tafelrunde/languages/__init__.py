"""The catalogues of words: which messages there are, and what they are in the languages of the site."""
