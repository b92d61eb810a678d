"""Trainers: questions for dealers, made by chance and marked by the games' own rules.

Pure: bits, times and scores are handed in. May import games, equipment and layer 0; called by the
command line and the server.
"""
