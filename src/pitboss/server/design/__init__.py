"""Designs: editions that somebody changed at the workbench, kept by the hash of their rules."""
