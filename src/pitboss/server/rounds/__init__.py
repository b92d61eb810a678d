"""My rounds: the last fifty of a player, told again step by step, and any round file checked."""
