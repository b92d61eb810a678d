"""Attacks on a running house: each was seen to succeed before its fix."""
