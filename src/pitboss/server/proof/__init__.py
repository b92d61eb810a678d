"""Proof pages: the sheet of every edition, its files, and two editions compared.

Sheets are made in worker processes and kept by content.
"""
