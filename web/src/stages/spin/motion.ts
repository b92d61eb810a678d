/**
 * How a Top moves from the flick to the drawn face: spin up, hum, wobble, precess, fall, rest.
 * Pure: a pose for a share of the whole time, so that it can be tested and skipped to the end.
 */

export interface Pose {
  /** Angle between the axis and upright: 0 stands, a quarter turn lies. */
  readonly tilt: number;
  /** Turn about the own axis; at the end the drawn facet is up. */
  readonly spin: number;
  /** Direction in which the axis leans. */
  readonly lean: number;
  /** Wander on the dish, in radii of the Top. */
  readonly x: number;
  readonly z: number;
}

export interface Landing {
  /** Which facet is up at the end, and how many there are. */
  readonly facet: number;
  readonly facets: number;
  /** Where the axis points when the Top lies. */
  readonly lean: number;
  /** Full turns on the way. */
  readonly turns: number;
  /** +1 or -1: which way it wanders. */
  readonly way: number;
}

const QUARTER = Math.PI / 2;
const HUM_ENDS = 0.55;
const FALL_BEGINS = 0.86;
const FALL_ENDS = 0.93;

/** The turn about the own axis that brings a facet up when the Top lies on its side. */
export function spinFor(facet: number, facets: number): number {
  return ((facet + 0.5) * 2 * Math.PI) / facets - Math.PI;
}

export function poseAt(share: number, landing: Landing): Pose {
  const t = Math.min(1, Math.max(0, share));
  const final = spinFor(landing.facet, landing.facets);
  const left = (1 - t) ** 1.9;
  const wander = Math.min(1, t * 3) * (1 - smooth(FALL_BEGINS, 1, t)) * 0.32;
  const around = landing.way * (t * 7 + landing.lean);
  return {
    tilt: tiltAt(t),
    spin: final - landing.turns * 2 * Math.PI * left,
    lean: landing.lean - landing.way * leanLeft(t),
    x: Math.cos(around) * wander,
    z: Math.sin(around) * wander,
  };
}

function tiltAt(t: number): number {
  const hum = 0.035 * (1 - smooth(0, 0.12, t)) + 0.012;
  const wobble = smooth(HUM_ENDS, FALL_BEGINS, t) ** 1.6 * 0.62;
  const fall = smooth(FALL_BEGINS, FALL_ENDS, t);
  const rock = t > FALL_ENDS ? Math.sin((t - FALL_ENDS) * 110) * 0.05 * (1 - smooth(FALL_ENDS, 1, t)) : 0;
  const tilt = hum + wobble;
  return t >= 1 ? QUARTER : tilt + (QUARTER - tilt) * fall ** 1.8 - Math.abs(rock);
}

/** Precession still to come: quick while it wobbles, none once it lies. */
function leanLeft(t: number): number {
  if (t >= FALL_ENDS) return 0;
  const left = (FALL_ENDS - t) / FALL_ENDS;
  return 18 * left ** 1.5;
}

function smooth(from: number, to: number, at: number): number {
  const x = Math.min(1, Math.max(0, (at - from) / (to - from)));
  return x * x * (3 - 2 * x);
}

/**
 * How long a spin is shown, the same for everybody at the table: in the middle half of the edition's seconds, so that
 * results lie about equally long.
 */
export function spinSeconds(
  [least, most]: readonly [number, number],
  round: string,
  isQuick: boolean,
): number {
  if (isQuick) return 2;
  let sum = 7;
  for (const letter of round) sum = (sum * 31 + letter.charCodeAt(0)) % 997;
  return least + (most - least) * (0.25 + sum / 996 / 2);
}
