"""The server: live tables, pages and staff tools of one house.

`edge` faces the network, `accounts` knows people, `editions` and `jobs` serve every feature,
`floor` keeps the tables and `live` shows them. The other folders are one feature each: `analysis`,
`coach`, `lobby`, `protection`, `rounds`, `simulation`, `staff` and `trainers`.
"""
