"""The pages of a sheet: one module a section, each a function from a sheet to report blocks.

May import report and the modules of par that compute; called by `par.document`
and `par.dossier`.
"""
