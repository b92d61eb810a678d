"""Trainers: payouts and hands asked and marked, with scores kept for each person.

May import `pitboss.trainers` and the people; called by `app`.
"""
