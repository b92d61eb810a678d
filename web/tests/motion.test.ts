import { expect, it } from 'vitest';
import { poseAt, spinFor, spinSeconds } from '../src/stages/spin/motion';

const landing = (facet: number) => ({ facet, facets: 8, lean: 0.3, turns: 46, way: 1 });

it.each([0, 1, 2, 3, 4, 5, 6, 7])('facet %i is up when the Top lies', (facet) => {
  const pose = poseAt(1, landing(facet));
  expect(pose.tilt).toBeCloseTo(Math.PI / 2);
  // The facet's normal, turned by the spin and laid on its side, points straight up.
  const normal = ((facet + 0.5) * Math.PI) / 4 - pose.spin;
  expect(-Math.cos(normal)).toBeCloseTo(1);
  expect(pose.spin).toBeCloseTo(spinFor(facet, 8));
});

it('stands at first, lies at last, and does not wander off the dish', () => {
  expect(poseAt(0, landing(3)).tilt).toBeLessThan(0.1);
  for (let share = 0; share <= 1; share += 0.01) {
    const pose = poseAt(share, landing(3));
    expect(pose.tilt).toBeGreaterThanOrEqual(0);
    expect(pose.tilt).toBeLessThanOrEqual(Math.PI / 2 + 1e-9);
    expect(Math.hypot(pose.x, pose.z)).toBeLessThan(0.4);
  }
});

it('moves smoothly: no jump between frames of a ten-second spin', () => {
  let before = poseAt(0, landing(5));
  for (let frame = 1; frame <= 600; frame += 1) {
    const pose = poseAt(frame / 600, landing(5));
    expect(Math.abs(pose.tilt - before.tilt)).toBeLessThan(0.12);
    expect(Math.abs(pose.x - before.x)).toBeLessThan(0.05);
    before = pose;
  }
});

it('lasts as the edition says, the same for everybody, two seconds when quick', () => {
  for (const round of ['a.1', 'a.2', 'table.999']) {
    const seconds = spinSeconds([8, 12], round, false);
    expect(seconds).toBeGreaterThanOrEqual(9);
    expect(seconds).toBeLessThanOrEqual(11);
    expect(spinSeconds([8, 12], round, false)).toBe(seconds);
  }
  expect(spinSeconds([8, 12], 'a.1', true)).toBe(2);
});
