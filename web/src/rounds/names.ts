/** Rounds as people call them: `Round 17` of an id such as `t5d50….17`. */

export const roundName = (round: string): string => `Round ${round.split('.').at(-1) ?? round}`;
