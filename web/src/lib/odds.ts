/** Odds come as exact fractions `9/2`; a felt prints them `9 to 2`. */

export function spokenOdds(odds: string): string {
  const [n, d] = odds.split('/');
  return `${n} to ${d ?? '1'}`;
}
