"""Trainers: payouts and hands asked and marked, with scores kept for each person."""
