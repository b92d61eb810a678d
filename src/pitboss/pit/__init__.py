"""The pit: the one entry for every command. Decide, commit, show.

Knows both play and money: may import `table`, `store` and `players`. Clock, entropy and the
house's key are passed in. Called by the server, the command line and the floor simulation.
"""
