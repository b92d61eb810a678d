/** Five denominations, and how an amount is stacked from them. */

export interface Denomination {
  readonly minor: number;
  readonly name: string;
  readonly body: string;
  readonly edge: string;
  readonly ink: string;
  /** How many marks the rim carries: tells denominations apart without colour. */
  readonly marks: number;
}

export const CHIPS: readonly Denomination[] = [
  { minor: 100, name: '1', body: '#ece4d2', edge: '#3d5a8c', ink: '#2b2418', marks: 4 },
  { minor: 500, name: '5', body: '#b3262f', edge: '#f6e7d0', ink: '#fff6e6', marks: 6 },
  { minor: 2500, name: '25', body: '#1f7a4a', edge: '#f3e2a8', ink: '#fff6e6', marks: 8 },
  { minor: 10000, name: '100', body: '#24211f', edge: '#d9a93f', ink: '#f6e3b4', marks: 10 },
  { minor: 50000, name: '500', body: '#5d2f86', edge: '#f0c9e6', ink: '#fff0fb', marks: 12 },
];

/** What is left under one credit is shown as a thin brass token. */
const FRACTION: Denomination = {
  minor: 50,
  name: '½',
  body: '#c79a45',
  edge: '#7b5a18',
  ink: '#2b1d04',
  marks: 3,
};

/** The chips of a stack from the bottom up, largest first; at most `most` of them. */
export function stackOf(minor: number, most = 8): Denomination[] {
  const chips: Denomination[] = [];
  let rest = minor;
  for (const chip of [...CHIPS].reverse()) {
    for (; rest >= chip.minor && chips.length < most; rest -= chip.minor) chips.push(chip);
  }
  if (rest > 0 && rest < 100 && chips.length < most) chips.push(FRACTION);
  return chips;
}

/** The least stake from an amount up that the spot can pay: a whole multiple of its unit. */
export const payable = (minor: number, unit: number): number => Math.ceil(minor / unit) * unit;
