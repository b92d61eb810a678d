/** Where the guide's sentence stands: beside what it speaks of, and never on the dealer's call. Pure. */

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}
export interface Size {
  readonly w: number;
  readonly h: number;
}
interface Point {
  readonly x: number;
  readonly y: number;
}

const GAP = 14;
const EDGE = 8;

const meets = (a: Box, b: Box | null): boolean =>
  b !== null && a.x < b.x + b.w && a.x + a.w > b.x && a.y < b.y + b.h && a.y + a.h > b.y;
const clamped = (at: number, most: number): number => Math.max(EDGE, Math.min(at, most - EDGE));

/** Above or below both boxes, on the nearer side of the window's middle first; then beside them; then a corner. */
function* places(about: Box, call: Box | null, size: Size, glass: Size): Generator<Point> {
  const x = clamped(about.x + (about.w - size.w) / 2, glass.w - size.w);
  const y = clamped(about.y + (about.h - size.h) / 2, glass.h - size.h);
  const both = call === null ? [about] : [about, call];
  const above = both.map((one) => ({ x, y: one.y - GAP - size.h }));
  const below = both.map((one) => ({ x, y: one.y + one.h + GAP }));
  yield* about.y + about.h / 2 > glass.h / 2 ? [...above, ...below] : [...below, ...above];
  for (const one of both) {
    yield { x: one.x + one.w + GAP, y };
    yield { x: one.x - GAP - size.w, y };
  }
  const [right, bottom] = [glass.w - size.w - EDGE, glass.h - size.h - EDGE];
  yield* [{ x: right, y: EDGE }, { x: EDGE, y: EDGE }, { x: right, y: bottom }, { x: EDGE, y: bottom }];
}

/**
 * The first place within the window that covers neither the call, nor what is spoken of, nor what
 * is pressed next. Where there is none, the call counts most and what is pressed least.
 */
export function placeMark(about: Box, call: Box | null, pressed: Box | null, size: Size, glass: Size): Point {
  const all = [...places(about, call, size, glass)].map((at) => ({ ...at, ...size }));
  const free = all.filter(
    (one) =>
      one.x >= EDGE && one.y >= EDGE && one.x + one.w <= glass.w - EDGE && one.y + one.h <= glass.h - EDGE && !meets(one, call),
  );
  const apart = free.filter((one) => !meets(one, about));
  return apart.find((one) => !meets(one, pressed)) ?? apart[0] ?? free[0] ?? { x: EDGE, y: EDGE };
}
