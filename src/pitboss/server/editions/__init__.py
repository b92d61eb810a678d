"""Editions: those that ship, and designs that somebody changed at the workbench."""
