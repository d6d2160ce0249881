"""Forms of dates that are other than Django has them, a module for each language that has some."""
