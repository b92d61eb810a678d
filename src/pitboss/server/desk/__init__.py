"""The dealer's desk: a table run by hand, with its layout, its entries and its trail."""
