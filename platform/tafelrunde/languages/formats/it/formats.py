"""Django writes the day of the week into a time, and 05 for the fifth; neither goes with our sentences."""

DATE_FORMAT = "j F Y"
DATETIME_FORMAT = "j F Y H:i"
