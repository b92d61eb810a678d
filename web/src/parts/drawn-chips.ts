/** Chips as one text of SVG: a stack seen from the edge, or a chip from above. */

import { stackOf, type Denomination } from '../lib/chips';
import { showCredits, showShort } from '../lib/money';

/** A chip is so thick, but four are no higher than two: a stack covers no name, and its plate says the amount. */
const THICK = 9;
const HIGHEST = 2 * THICK;

/** How far the front of the drum hangs below its side at `x`. */
const sag = (x: number) => 10 * Math.sqrt(Math.max(0, 1 - ((x - 40) / 38) ** 2));
const short = (value: number) => value.toFixed(1);

/** Marks on a drum seen from the front, with its top at 0: evenly spaced around, so closer at the sides. */
function marksOf(chip: Denomination, thick: number): string {
  const seen: string[] = [];
  for (let at = 0; 2 * at + 1 <= chip.marks; at += 1) {
    const x = 40 - 38 * Math.cos(Math.PI * ((2 * at) / chip.marks));
    const to = 40 - 38 * Math.cos(Math.PI * ((2 * at + 1) / chip.marks));
    seen.push(`M${short(x)} ${short(sag(x))} v${thick} L${short(to)} ${short(thick + sag(to))} v-${thick} z`);
  }
  return seen.join('');
}

/** A chip of a stack, drawn once for each denomination and thickness; only its place differs. */
const drums = new Map<string, string>();
function drumOf(chip: Denomination, thick: number): string {
  const key = `${chip.name} ${thick}`;
  const known = drums.get(key);
  if (known !== undefined) return known;
  const drum =
    `<path d="M2 0 v${thick} a38 10 0 0 0 76 0 v-${thick} z" fill="${chip.body}"/>` +
    `<path d="${marksOf(chip, thick)}" fill="${chip.edge}"/>` +
    `<path class="seam" d="M2 ${thick} a38 10 0 0 0 76 0"/>` +
    `<ellipse cx="40" cy="0" rx="38" ry="10" fill="${chip.body}"/>` +
    `<ellipse class="inlay" cx="40" cy="0" rx="27" ry="6.6" stroke="${chip.edge}"/>`;
  drums.set(key, drum);
  return drum;
}

/** A stake as a stack with its amount on a plate; a mini one has fewer chips and no plate. */
export function drawStack(minor: number, mini: boolean, tone: 'bet' | 'win' = 'bet'): string {
  const chips = stackOf(minor, 4);
  const thick = Math.min(THICK, HIGHEST / chips.length);
  const height = 30 + chips.length * thick + (mini ? 0 : 14);
  const foot = height - (mini ? 16 : 30);
  const drums = chips.map((chip, level) => `<g transform="translate(0 ${foot - (level + 1) * thick})">${drumOf(chip, thick)}</g>`);
  const shadow = `<ellipse class="shadow" cx="40" cy="${foot + 1}" rx="40" ry="11"/>`;
  return (
    `<svg class="stack ${tone}${mini ? ' mini' : ''}" viewBox="0 0 80 ${height}" role="img" aria-label="${showCredits(minor)} credits">` +
    `${shadow}${drums.join('')}${mini ? '' : plateOf(showShort(minor), height)}</svg>`
  );
}

function plateOf(text: string, height: number): string {
  const half = 12 + text.length * 5;
  return (
    `<rect class="plate" x="${40 - half}" y="${height - 27}" width="${2 * half}" height="25" rx="12.5"/>` +
    `<text x="40" y="${height - 14}">${text}</text>`
  );
}

/** A chip from above. The rim tells the denomination by its marks as well. */
export function drawChip(chip: Denomination, id: string): string {
  const dash = (2 * Math.PI * 44) / chip.marks / 2;
  const ring = (r: number, more: string) => `<circle cx="50" cy="50" r="${r}" ${more}/>`;
  const line = (width: number) => `stroke="${chip.edge}" stroke-width="${width}"`;
  return (
    `<defs><radialGradient id="${id}-shine" cx=".38" cy=".3" r=".8"><stop offset="0" stop-color="#fff" stop-opacity=".32"/>` +
    '<stop offset=".55" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".3"/></radialGradient></defs>' +
    ring(49, `fill="${chip.body}"`) +
    ring(44, `fill="none" ${line(10)} stroke-dasharray="${dash} ${dash}" transform="rotate(-90 50 50)"`) +
    ring(37.5, `fill="none" ${line(1.5)}`) +
    ring(33, `fill="${chip.body}" ${line(0.8)}`) +
    ring(49, `fill="url(#${id}-shine)"`) +
    `<text x="50" y="51"${chip.name.length > 2 ? ' class="long"' : ''} fill="${chip.ink}">${chip.name}</text>`
  );
}
