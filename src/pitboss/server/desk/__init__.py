"""The dealer's desk: a table run by hand, with its layout, its entries and its trail.

May import the hall and the table's commands; called by `app`.
"""
