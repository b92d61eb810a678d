import { describe, expect, it } from 'vitest';
import { isOffPace } from '../src/pit/figures';

describe('pace beside its plan', () => {
  it('is off outside a planned range', () => {
    expect([44, 45, 55, 56].map((pace) => isOffPace(pace, 45, 55))).toEqual([true, false, false, true]);
  });
  it('is off a planned number by more than a tenth', () => {
    expect([53, 54, 66, 67].map((pace) => isOffPace(pace, 60, 60))).toEqual([true, false, false, true]);
  });
  it('is not off where nothing was played', () => expect(isOffPace(null, 45, 55)).toBe(false));
});
