/**
 * Dragging with a mouse, a pen or a finger: the thing follows the pointer, and whatever place of
 * its kind (`data-drop-spot`, `data-drop-card`) lies under it at the end is told. A press without
 * a move stays a press.
 */

export interface Drag {
  /** What is carried; null while it may not be. */
  readonly what: string | null;
  /** Which places take it. */
  readonly into: 'spot' | 'card';
  readonly onstart?: (what: string) => void;
  readonly ondrop: (what: string, onto: string) => void;
}

/** A press becomes a drag after so many pixels. */
const THRESHOLD = 8;

/** The mark of the place under a point, ignoring what is carried. */
function placeAt(x: number, y: number, into: string): HTMLElement | null {
  return document.elementFromPoint(x, y)?.closest<HTMLElement>(`[data-drop-${into}]`) ?? null;
}

export function drag(node: HTMLElement, first: Drag): { update(next: Drag): void; destroy(): void } {
  let now = first;
  let from: { x: number; y: number; id: number } | null = null;
  let ghost: HTMLElement | null = null;
  let over: HTMLElement | null = null;

  function hover(place: HTMLElement | null): void {
    if (place === over) return;
    over?.removeAttribute('data-over');
    place?.setAttribute('data-over', '');
    over = place;
  }
  function lift(): void {
    const { width } = node.getBoundingClientRect();
    const zoom = Number(getComputedStyle(document.body).zoom) || 1;
    ghost = node.cloneNode(true) as HTMLElement;
    ghost.removeAttribute('id');
    ghost.setAttribute('aria-hidden', 'true');
    Object.assign(ghost.style, {
      position: 'fixed',
      left: '0',
      top: '0',
      zIndex: '50',
      width: `${width / zoom}px`,
      margin: '0',
      pointerEvents: 'none',
      transition: 'none',
    });
    document.body.append(ghost);
  }
  function down(event: PointerEvent): void {
    if (event.button === 0 && now.what !== null) {
      from = { x: event.clientX, y: event.clientY, id: event.pointerId };
      // A quick hand has left the thing before its first move is heard.
      node.setPointerCapture(from.id);
    }
  }
  function move(event: PointerEvent): void {
    if (from === null || event.pointerId !== from.id || now.what === null) return;
    if (ghost === null) {
      if (Math.hypot(event.clientX - from.x, event.clientY - from.y) < THRESHOLD) return;
      lift();
      now.onstart?.(now.what);
    }
    const zoom = Number(getComputedStyle(document.body).zoom) || 1;
    if (ghost) {
      ghost.style.transform = `translate(${event.clientX / zoom}px, ${event.clientY / zoom}px) translate(-50%, -50%)`;
    }
    hover(placeAt(event.clientX, event.clientY, now.into));
  }
  function end(event: PointerEvent): void {
    if (from === null || event.pointerId !== from.id) return;
    from = null;
    if (ghost === null) return;
    ghost.remove();
    ghost = null;
    const place = event.type === 'pointerup' ? placeAt(event.clientX, event.clientY, now.into) : null;
    const onto = place?.getAttribute(`data-drop-${now.into}`);
    hover(null);
    // The press that ends a drag is not a press on what was dragged.
    const swallow = (click: Event) => click.stopPropagation();
    node.addEventListener('click', swallow, { capture: true, once: true });
    setTimeout(() => node.removeEventListener('click', swallow, { capture: true }), 50);
    if (onto && now.what !== null) now.ondrop(now.what, onto);
  }
  node.style.touchAction = 'none';
  node.addEventListener('pointerdown', down);
  node.addEventListener('pointermove', move);
  node.addEventListener('pointerup', end);
  node.addEventListener('pointercancel', end);
  return {
    update: (next) => (now = next),
    destroy: () => {
      ghost?.remove();
      hover(null);
    },
  };
}
