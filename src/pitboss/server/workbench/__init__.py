"""The workbench: an edition changed by slider, and the exact figures of what it became.

Figures are made in worker processes, the latest question of a viewer first.
"""
