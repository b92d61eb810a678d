/** A flick: a quick stroke over a thing, in any direction; a press or a key does the same. */

/** Pixels a stroke must cover, and the longest it may take. */
const FAR = 36;
const LONG_MS = 1200;

export interface Stroke {
  readonly dx: number;
  readonly dy: number;
  readonly ms: number;
}

/** Whether a stroke sets a Top spinning. */
export function isFlick({ dx, dy, ms }: Stroke): boolean {
  return Math.hypot(dx, dy) >= FAR && ms <= LONG_MS;
}

export function flick(node: HTMLElement, first: () => void): { update(next: () => void): void } {
  let done = first;
  let from: { x: number; y: number; at: number; id: number } | null = null;
  node.style.touchAction = 'none';
  node.addEventListener('pointerdown', (event) => {
    from = { x: event.clientX, y: event.clientY, at: event.timeStamp, id: event.pointerId };
    node.setPointerCapture(event.pointerId);
  });
  node.addEventListener('pointermove', (event) => {
    if (from === null || event.pointerId !== from.id) return;
    const stroke = { dx: event.clientX - from.x, dy: event.clientY - from.y, ms: event.timeStamp - from.at };
    if (!isFlick(stroke)) return;
    from = null;
    done();
  });
  node.addEventListener('pointerup', () => (from = null));
  node.addEventListener('pointercancel', () => (from = null));
  return { update: (next) => (done = next) };
}
