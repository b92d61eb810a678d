/** Percentages as every page writes them: `4.17%`, a real minus, no space; the server's alike. */

/** A share as a percentage with so many places. */
export const showPercent = (share: number, places: number): string => percentWords(`${(100 * share).toFixed(places)}%`);

/** A percentage that the server wrote, with a real minus. */
export const percentWords = (percent: string): string => percent.replace('-', '−');
