/** Work that need not be done at once: one piece a frame, in the order it came. */

const waiting = new Set<() => void>();
let isRunning = false;

function next(): void {
  const [first] = waiting;
  if (first === undefined) {
    isRunning = false;
    return;
  }
  waiting.delete(first);
  first();
  requestAnimationFrame(next);
}

/** Does a piece of work when its turn comes; the answer takes it back. */
export function inTurn(work: () => void): () => void {
  if (typeof requestAnimationFrame !== 'function') {
    work();
    return () => undefined;
  }
  waiting.add(work);
  if (!isRunning) {
    isRunning = true;
    requestAnimationFrame(next);
  }
  return () => waiting.delete(work);
}
