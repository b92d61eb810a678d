/** The faces of a Top: a colour and a shape each, so that colour never speaks alone. */

export interface FaceLook {
  readonly name: string;
  readonly fill: string;
  readonly deep: string;
  readonly ink: string;
  /** The symbol in a box of 100 by 100. */
  readonly path: string;
}

const STAR =
  'M50 4 L61.8 35.8 L95.6 37.2 L69.1 58.2 L78.2 90.8 L50 72 L21.8 90.8 L30.9 58.2 L4.4 37.2 L38.2 35.8 Z';

export const FACES: Readonly<Record<string, FaceLook>> = {
  red: {
    name: 'Red',
    fill: '#d8343f',
    deep: '#8c1620',
    ink: '#ffffff',
    path: 'M50 10 A40 40 0 1 1 49.99 10 Z',
  },
  green: {
    name: 'Green',
    fill: '#1f9a56',
    deep: '#0b5a30',
    ink: '#ffffff',
    path: 'M50 10 L94 86 L6 86 Z',
  },
  blue: {
    name: 'Blue',
    fill: '#2c6ade',
    deep: '#123b8f',
    ink: '#ffffff',
    path: 'M14 14 H86 V86 H14 Z',
  },
  yellow: {
    name: 'Yellow',
    fill: '#f2bd1d',
    deep: '#a87a00',
    ink: '#2d2000',
    path: 'M50 4 L92 50 L50 96 L8 50 Z',
  },
  joker: {
    name: 'Joker',
    fill: '#f7f0e1',
    deep: '#a99a79',
    ink: '#6b3fa0',
    path: STAR,
  },
};

/** The look of a face called `Red`, `red` or `R`; nothing for a word that is no face. */
export function faceOf(word: string): FaceLook | undefined {
  const low = word.toLowerCase();
  return FACES[low] ?? (low.length === 1 ? Object.values(FACES).find((one) => one.name.toLowerCase().startsWith(low)) : undefined);
}

/** The look of a face; there must be one. */
export function faceLook(word: string): FaceLook {
  const look = faceOf(word);
  if (!look) throw new Error(`no such face: ${word}`);
  return look;
}

/** Faces of one Top around its axis: alike ones far apart. Only for drawing; chance is elsewhere. */
export function aroundTheAxis(counts: readonly (readonly [string, number])[]): string[] {
  const left = counts.map(([name, count]) => ({ name: name.toLowerCase(), count }));
  const faces: string[] = [];
  while (left.some((one) => one.count > 0)) {
    for (const one of left) {
      if (one.count > 0) {
        faces.push(one.name);
        one.count -= 1;
      }
    }
  }
  return faces;
}
