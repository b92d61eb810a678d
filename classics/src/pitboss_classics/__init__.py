"""Famous table games, one folder each, written with nothing but `pitboss.gamekit`."""

COLLECTION = "Classics"
