"""Reports: documents made of small blocks, rendered to screen, CSV, HTML, PDF and XLSX.

`blocks` holds what a document is made of, `plots` its charts, `text` and `formulas` its words,
`tables` makes tables of records; `formats` renders. Nothing here knows a game.
"""
