/** Rounds: the script of the offline page runs here, and words about times are right. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sha256, toHex, verifyRound } from 'virtual:round-verifier';
import { leftWords, msToCheck, pendingWords, readLimit, usedShare, valueWords } from '../src/me/limits';
import { checkHere, fileText } from '../src/rounds/checks';
import { byDay, spanOf } from '../src/rounds/times';
import type { LimitLine } from '../src/wire/page_types';
import { verifierModule } from '../tools/verifier-plugin';

const SEED = '11'.repeat(32);
const COMMITMENT = createHash('sha256').update(Buffer.from(SEED, 'hex')).digest('hex');

function roundFile(change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    format: 'pitboss-round-file 1', table: 't', round: 't.1', game: 'g', edition: 'e', edition_hash: 'h', changes: [],
    mode: 'sealed', commitment: COMMITMENT, seed: SEED, player_seeds: [], draws: [], voided_draws: [], is_void: 0,
    settlement: [], notation: '', ...change,
  }; // prettier-ignore
}

describe('the verifier', () => {
  it('is the very script of the page that works from a disk', () => {
    const script = readFileSync('../src/pitboss/pit/offline/checks.js', 'utf8');
    expect(script.length).toBeGreaterThan(1000);
    expect(verifierModule()).toContain(script);
    expect(toHex(sha256(new TextEncoder().encode('abc')))).toBe(createHash('sha256').update('abc').digest('hex'));
  });

  it('finds a sound file sound, with the hash of the browser beside its own', async () => {
    const outcome = await checkHere(fileText(roundFile()));
    expect(outcome.kind === 'checked' && outcome.isSound).toBe(true);
    expect(outcome.kind === 'checked' && outcome.found.map((one) => one.name)).toEqual([
      'commitment', 'second opinion', 'draws', 'file',
    ]); // prettier-ignore
  });

  it('refuses a seed that was not committed to', async () => {
    const outcome = await checkHere(fileText(roundFile({ seed: '22'.repeat(32) })));
    expect(outcome.kind === 'checked' && outcome.isSound).toBe(false);
  });

  it('refuses a file that its digest was not made of', () => {
    const verdict = verifyRound(JSON.stringify(roundFile({ digest: '0'.repeat(64) })));
    expect(verdict.refused === undefined && verdict.sound).toBe(false);
  });

  it.each([
    ['no file', 'bad-file'],
    ['[]', 'bad-file'],
    [JSON.stringify(roundFile({ seed: 7 })), 'missing-field'],
  ])('refuses %s with the code of the command line', async (text, code) => {
    const outcome = await checkHere(text);
    expect(outcome).toMatchObject({ kind: 'refused', code });
  });
});

describe('times', () => {
  it.each([
    [59_000, 'less than a minute'],
    [60_000, '1 min'],
    [3_600_000, '1 h'],
    [3_900_000, '1 h 5 min'],
    [86_400_000, '1 d'],
    [90_000_000, '1 d 1 h'],
  ])('%d ms are %s', (ms, words) => expect(spanOf(ms)).toBe(words));

  it('gathers rounds by day, in order', () => {
    const noon = Date.UTC(2026, 10, 16, 12);
    const days = byDay([{ at_ms: noon }, { at_ms: noon - 1000 }, { at_ms: noon - 3 * 86_400_000 }]);
    expect(days.map(([, list]) => list.length)).toEqual([2, 1]);
  });
});

describe('limits', () => {
  const line = (change: Partial<LimitLine>): LimitLine => ({
    kind: 'stake', is_money: true, in_force: null, pending: null, pending_from_ms: null, used: null, left: null, ...change,
  }); // prettier-ignore

  it('are read in credits and minutes, or not at all', () => {
    expect(readLimit(line({}), '12.50')).toBe(1250);
    expect(readLimit(line({}), '1,000')).toBe(100_000);
    expect(readLimit(line({}), ' ')).toBeNull();
    expect(readLimit(line({}), '-5')).toHaveProperty('problem');
    expect(readLimit(line({ is_money: false }), '90')).toBe(5_400_000);
    expect(readLimit(line({ is_money: false }), '1441')).toHaveProperty('problem');
  });

  it('say what waits by the time of the server, not by this clock', () => {
    const now = Date.UTC(2001, 0, 1);
    const waiting = line({ in_force: 1000, pending: 9000, pending_from_ms: now + 86_400_000 });
    expect(pendingWords(waiting, now)).toMatch(/^90\.00 on .* \(in 1 d\)$/);
    expect(pendingWords(line({}), now)).toBe('');
    expect(valueWords(line({}), null)).toBe('no limit');
  });

  it('say what is left, and for which time', () => {
    expect(leftWords(line({ kind: 'loss-day', left: 1250 }))).toBe('12.50 left today');
    expect(leftWords(line({ kind: 'time-day', is_money: false, left: 5_400_000 }))).toBe('1 h 30 min left today');
    expect(leftWords(line({ kind: 'loss-week', left: 0 }))).toBe('Nothing left');
    expect(leftWords(line({ kind: 'stake' }))).toBe('');
  });

  it('show how much is used, never more than all', () => {
    expect(usedShare(line({ in_force: 1000, used: 250 }))).toBe(0.25);
    expect(usedShare(line({ in_force: 1000, used: 9000 }))).toBe(1);
    expect(usedShare(line({ in_force: null, used: 5 }))).toBeNull();
  });

  it('are followed by a check that is due by the person, not by the page', () => {
    const hour = 3_600_000;
    const told = { now_ms: 5 * hour, since_ms: 4.5 * hour, played_ms: hour / 2, net: 0, checked_ms: 0 };
    expect(msToCheck(told, hour)).toBe(hour / 2);
    expect(msToCheck({ ...told, since_ms: 2 * hour }, hour)).toBe(0);
    expect(msToCheck({ ...told, since_ms: 2 * hour, checked_ms: 4.9 * hour }, hour)).toBeCloseTo(0.9 * hour);
    expect(msToCheck({ ...told, since_ms: null, checked_ms: hour }, hour)).toBe(hour);
  });
});
