"""The floor: the tables that are open, who is at them, and the work that keeps them going."""
