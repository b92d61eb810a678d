/** The fairness check: what this browser finds by itself, and what the server says of the rules. */

import { fromHex, toHex, verifyRound, type Check, type Verdict } from 'virtual:round-verifier';
import { postForm, Trouble } from '../wire/pages';
import type { CheckedFile } from '../wire/page_types';

export interface Found {
  readonly name: string;
  readonly isSound: boolean | null;
  readonly sentence: string;
  /** Who looked: this browser, or the server. */
  readonly by: 'browser' | 'server';
}

export type Outcome =
  | { readonly kind: 'refused'; readonly code: string; readonly sentence: string }
  | {
      readonly kind: 'checked';
      readonly round: string;
      readonly notation: string;
      readonly found: readonly Found[];
      readonly isSound: boolean;
      /** Whether the server has looked at rules and settlement: not yet, yes, or it could not be asked. */
      readonly rules: 'awaited' | 'told' | 'untold';
    };

/** What the file gives away without asking anybody. */
export async function checkHere(text: string): Promise<Outcome> {
  const verdict: Verdict = verifyRound(text);
  if (verdict.refused !== undefined) return { kind: 'refused', code: verdict.code, sentence: verdict.refused };
  const found = verdict.checks.map(fromCheck);
  const again = await hashedAgain(text);
  if (again !== null) found.splice(1, 0, again);
  return { kind: 'checked', round: verdict.round, notation: verdict.notation, found, isSound: isSound(found), rules: 'awaited' };
}

/** The same with the rules and the settlement, which only the server's rules can tell. */
export async function checkThere(here: Outcome, text: string): Promise<Outcome> {
  if (here.kind === 'refused') return here;
  try {
    const page = await postForm<CheckedFile>('/api/check-round', { text });
    const more = page.checks
      .filter((one) => !here.found.some((mine) => mine.name === one.name))
      .map((one) => ({ name: one.name, isSound: one.is_sound, sentence: one.sentence, by: 'server' as const }));
    const found = [...here.found, ...more];
    return { ...here, found, isSound: isSound(found), rules: 'told' };
  } catch (problem) {
    const sentence = problem instanceof Trouble ? problem.message : 'The server could not be reached to check the rules.';
    const found = [...here.found, { name: 'rules', isSound: null, sentence, by: 'server' as const }];
    return { ...here, found, rules: 'untold' };
  }
}

const isSound = (found: readonly Found[]): boolean => found.every((one) => one.isSound !== false);

function fromCheck([name, sound, sentence]: Check): Found {
  return { name, isSound: sound, sentence, by: 'browser' };
}

/** The browser's own SHA-256 beside the script's; not to be had on a page without a secure context. */
async function hashedAgain(text: string): Promise<Found | null> {
  const { seed, commitment, mode, format } = JSON.parse(text) as Record<'seed' | 'commitment' | 'mode' | 'format', string>;
  if (mode !== 'sealed' || !/^[0-9a-f]{64}$/.test(seed) || globalThis.crypto?.subtle === undefined) return null;
  const domain = new TextEncoder().encode(format.endsWith(' 2') ? 'pitboss/chain/1\0' : '');
  const data = Uint8Array.from([...domain, ...fromHex(seed)]);
  const hash = toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', data)));
  const isSame = hash === commitment;
  return {
    name: 'second opinion',
    isSound: isSame,
    sentence: isSame
      ? "Your browser’s own SHA-256 gives the same commitment."
      : "Your browser’s own SHA-256 gives a different commitment.",
    by: 'browser',
  };
}

/** The text of a round's file as it is saved. */
export const fileText = (file: unknown): string => `${JSON.stringify(file, null, 2)}\n`;

/** Let the browser save a text under a name. */
export function save(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
