"""My rounds: the last fifty of a player, replayed step by step, and any round file checked."""
