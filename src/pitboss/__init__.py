"""Pitboss: one set of rules for a table game's play, its mathematics and its protection.

The version below is the only one in the project; packaging, reports and the changelog
test read it from here.
"""

__version__ = "0.1.0"
