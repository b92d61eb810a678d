/** The moving row of flip~it as slots on a track: identity survives the move, so it can be seen. */

export interface Slot {
  readonly id: number;
  readonly card: string;
  /** 0 to 3 in the row, 4 in the fifth frame, -1 gone to the left, 5 gone to the right. */
  readonly place: number;
}

const FIFTH = 4;

/** The slots after the row changed; leaving cards stay with a place outside the track. */
export function moveRow(
  before: readonly Slot[],
  row: readonly string[],
  fifth: string | null,
): Slot[] {
  const here = before.filter((slot) => slot.place >= 0 && slot.place <= FIFTH);
  const at = (place: number) => here.find((slot) => slot.place === place);
  let fresh = Math.max(0, ...before.map((slot) => slot.id)) + 1;
  const slots: Slot[] = [];
  const wanted = fifth === null ? [...row] : [...row, fifth];
  const moved = hasMoved(here, row);
  wanted.forEach((card, place) => {
    const old = moved ? at(place + 1) : at(place);
    slots.push(old?.card === card ? { ...old, place } : { id: fresh++, card, place });
  });
  const kept = new Set(slots.map((slot) => slot.id));
  for (const slot of here) {
    if (!kept.has(slot.id)) slots.push({ ...slot, place: slot.place === FIFTH ? 5 : -1 });
  }
  return slots;
}

/** Whether the new row is the old one moved up by one place. */
function hasMoved(here: readonly Slot[], row: readonly string[]): boolean {
  const next = [1, 2, 3, FIFTH].map((place) => here.find((slot) => slot.place === place)?.card);
  return next.every((card) => card !== undefined) && next.every((card, at) => card === row[at]);
}
