"""Trainers: questions for dealers, made by chance and marked by the games' own rules.

Pure: bits, times and scores are handed in.
"""
