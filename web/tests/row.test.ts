import { expect, it } from 'vitest';
import { moveRow, type Slot } from '../src/stages/flip/row';
import { story as told, type FlipAtRest } from '../src/stages/flip/story';
import type { FlipView } from '../src/wire/types';
import { views } from './stories';

const here = (slots: readonly Slot[]) =>
  slots.filter((slot) => slot.place >= 0 && slot.place <= 4).sort((a, b) => a.place - b.place);

it('shows exactly the row and the fifth card of every view', () => {
  let slots: Slot[] = [];
  for (const view of views('flip-moves')) {
    const felt = (view.felt ?? view.last?.game ?? null) as FlipView | null;
    if (!felt) continue;
    slots = moveRow(slots, felt.row, felt.fifth);
    const wanted = felt.fifth === null ? felt.row : [...felt.row, felt.fifth];
    expect(here(slots).map((slot) => slot.card)).toEqual(wanted);
    expect(new Set(slots.map((slot) => slot.id)).size).toBe(slots.length);
  }
});

it('moves the same cards one place on, and the first leaves', () => {
  const before = moveRow([], ['Qh', '3s', '4c', 'Qd'], '9h');
  const after = moveRow(before, ['3s', '4c', 'Qd', '9h'], null);
  const id = (slots: readonly Slot[], card: string) => slots.find((slot) => slot.card === card)?.id;
  for (const card of ['3s', '4c', 'Qd', '9h']) expect(id(after, card)).toBe(id(before, card));
  expect(after.find((slot) => slot.card === 'Qh')?.place).toBe(-1);
});

it('a joker leaves and the row stays', () => {
  const before = moveRow([], ['Qh', '3s', '4c', 'Qd'], 'JK');
  const after = moveRow(before, ['Qh', '3s', '4c', 'Qd'], null);
  expect(here(after).map((slot) => slot.id)).toEqual(here(before).slice(0, 4).map((slot) => slot.id));
  expect(after.find((slot) => slot.card === 'JK')?.place).toBe(5);
});

it.each([
  ['lies lit at the end of the row that moved', ['Qh', '3s', '4c', 'Qd'], '9h', ['3s', '4c', 'Qd', '9h'], [null, 3]],
  ['lies on in its frame where the row stays', ['Qh', '3s', '4c', 'Qd'], 'JK', ['Qh', '3s', '4c', 'Qd'], ['JK', undefined]],
  ['lies on in its frame before the row of a new shoe', ['Qh', '3s', '4c', 'Qd'], '9h', ['2c', '5d', '8s', '9h'], ['9h', undefined]],
  ['was none in a round that is void', ['Qh', '3s', '4c', 'Qd'], null, ['Qh', '3s', '4c', 'Qd'], [null, undefined]],
])('at rest the flipped card %s', (_, row, fifth, next, [inFrame, lit]) => {
  const view = views('flip-moves').find((one) => one.felt !== null)?.felt as FlipView;
  const felt = (row: string[], fifth: string | null) => ({ felt: { ...view, row, fifth }, places: [] });
  const now = told.rest(felt(next, null), felt(row, fifth))?.felt as FlipAtRest;
  expect([now.row, now.fifth, now.flippedAt]).toEqual([next, inFrame, lit]);
});
