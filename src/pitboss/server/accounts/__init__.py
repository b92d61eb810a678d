"""Accounts: people and their sessions, passwords, sign-in, and the limits they set themselves."""
