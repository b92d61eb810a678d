/** The keyboard of a table: one key per act, only for what is offered. */

import type { Setting } from './setting.svelte';
import { CHIPS } from '../lib/chips';
import type { OptionView } from '../wire/types';
import type { Desk } from './desk.svelte';

/** Keys that stand for the same whatever is offered, and what for; no option gets one of them. */
export const KEYS = {
  U: 'undo',
  R: 'repeat the last bets',
  D: 'double',
  X: 'clear',
  G: 'finish betting',
  N: 'next round',
  C: 'combine picked cards',
  Z: 'take the combinations apart',
  H: 'house way',
  S: 'skip to the result',
  '?': 'this list',
} as const;
type Key = keyof typeof KEYS;
const isKey = (key: string): key is Key => key in KEYS;

/**
 * A letter for each option, in the order of the offer: an initial of its name or else of its label that
 * is free, or else any letter of it.
 */
export function keysOf(options: readonly OptionView[]): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  const used = new Set<string>(Object.keys(KEYS));
  for (const { option, label } of options) {
    const initials = `${option} ${label}`.match(/\b[a-z]/gi) ?? [];
    const letters = [...initials, ...(option.match(/[a-z]/gi) ?? [])].map((letter) => letter.toUpperCase());
    const key = letters.find((letter) => !used.has(letter));
    if (key === undefined) continue;
    used.add(key);
    keys.set(option, key);
  }
  return keys;
}

export interface KeyActs {
  readonly skip: () => void;
  readonly keys: () => void;
}

/** Does what the key stands for; true when it stood for something. */
export function press(key: string, desk: Desk, setting: Setting, acts: KeyActs): boolean {
  const chip = CHIPS[Number(key) - 1];
  if (chip) {
    desk.chip = chip.minor;
    return true;
  }
  const letter = key.toUpperCase();
  const keys = keysOf(desk.options);
  const option = desk.options.find((one) => keys.get(one.option) === letter);
  if (option) {
    const laid = option.takes_setting ? setting.confirmed : null;
    void desk.decide(option.option, laid);
    return true;
  }
  const takesSetting = desk.options.some((one) => one.takes_setting);
  const table: Readonly<Record<Key, readonly [may: boolean, act: () => unknown]>> = {
    U: [desk.mayUndo, () => desk.undo()],
    R: [desk.repeatable.length > 0, () => desk.repeat()],
    D: [desk.isBetting && desk.total > 0, () => desk.double()],
    X: [desk.offer('take-down') !== undefined, () => desk.clear()],
    // Two keys: bets that stay up make a round ready the moment it opens, and a press for the next round must not start it.
    G: [desk.mayReady, () => desk.ready()],
    N: [desk.mayGoOn, () => desk.goOn()],
    C: [takesSetting && setting.picked.size > 0, () => setting.combine()],
    Z: [takesSetting && setting.groups.length > 0, () => setting.apart()],
    H: [takesSetting, () => setting.houseWay()],
    S: [true, acts.skip],
    '?': [true, acts.keys],
  };
  const [may, act] = isKey(letter) ? table[letter] : [false, () => undefined];
  if (!may) return false;
  act();
  return true;
}
