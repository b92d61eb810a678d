/** The keyboard of a table: one key per act, only for what is offered. */

import type { Setting } from './setting.svelte';
import { CHIPS } from '../lib/chips';
import type { Desk } from './desk.svelte';

const OPTION_KEYS: Readonly<Record<string, string>> = {
  'spin-a': 'A',
  'spin-b': 'B',
  pass: 'P',
  decline: 'N',
  play: 'P',
  'play-as-set': 'O',
  fold: 'F',
};

/** The key of an option: its own, else its first letter. */
export function keyOf(option: string): string {
  return OPTION_KEYS[option] ?? option.slice(0, 1).toUpperCase();
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
  const option = desk.options.find((one) => keyOf(one.option) === letter);
  if (option) {
    const laid = option.takes_setting ? setting.confirmed : null;
    void desk.decide(option.option, laid);
    return true;
  }
  const takesSetting = desk.options.some((one) => one.takes_setting);
  const table: Readonly<Record<string, readonly [may: boolean, act: () => unknown]>> = {
    U: [desk.mayUndo, () => desk.undo()],
    R: [desk.repeatable.length > 0, () => desk.repeat()],
    D: [desk.isBetting && desk.total > 0, () => desk.double()],
    X: [desk.offer('take-down') !== undefined, () => desk.clear()],
    G: [desk.mayGoOn || (desk.offer('ready') !== undefined && desk.total > 0), () => (desk.total > 0 && desk.isBetting ? desk.ready() : desk.goOn())],
    C: [takesSetting && setting.picked.size > 0, () => setting.combine()],
    Z: [takesSetting && setting.groups.length > 0, () => setting.apart()],
    H: [takesSetting, () => setting.houseWay()],
    S: [true, acts.skip],
    '?': [true, acts.keys],
  };
  const found = table[letter];
  if (!found?.[0]) return false;
  found[1]();
  return true;
}
