"""Staff pages: the dealer's desk, and what a pit boss may do with people and tables."""
