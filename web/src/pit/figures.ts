/** Figures of the console as people read them. */

import { showPercent } from '../lib/percent';

/** `+1.24 σ`, or a dash where nothing can be said. */
export function showDeviation(deviations: number | null): string {
  if (deviations === null) return '–';
  const sign = deviations < 0 ? '−' : '+';
  return `${sign}${Math.abs(deviations).toFixed(2)} σ`;
}

/** Whether a pace is off its plan: outside the planned range, or more than a tenth off a planned number. */
export function isOffPace(pace: number | null, low: number, high: number): boolean {
  const slack = low === high ? low / 10 : 0;
  return pace !== null && (pace < low - slack || pace > high + slack);
}

/** `3.4%`. */
export function showShare(share: number | null): string {
  return share === null ? '–' : showPercent(share, 1);
}

/** `1 h 05 min`. */
export function showTime(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${(minutes % 60).toString().padStart(2, '0')} min`;
}
