/** A Top in SVG as one text: upright on its spindle, its facets going by, or on its side. */

import { faceLook } from '../lib/faces';

/** The look of the facet so many places on from the one that is up. */
const lookAt = (faces: readonly string[], up: number, offset: number) =>
  faceLook(faces[(up + offset + faces.length) % faces.length] ?? 'joker');

const EDGE_UPRIGHT = '<path class="edge" d="M40 62 H160 V128 L100 184 L40 128 Z M62 62 V128 M100 62 V128 M138 62 V128"/>';
const WALLS = [
  [40, 62, -1],
  [62, 100, 0],
  [100, 138, 1],
  [138, 160, 2],
] as const;

function defsOf(id: string): string {
  return (
    `<defs><linearGradient id="${id}-steel" x1="0" x2="1"><stop offset="0" stop-color="#8d7a4c"/>` +
    '<stop offset=".4" stop-color="#ffeec0"/><stop offset="1" stop-color="#7a6332"/></linearGradient>' +
    `<linearGradient id="${id}-glass" x1="0" x2="0" y1="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".55"/>` +
    '<stop offset=".35" stop-color="#fff" stop-opacity=".05"/><stop offset="1" stop-color="#000" stop-opacity=".3"/></linearGradient></defs>'
  );
}

/** Facets go by; which one lies up at the end is told, never counted. */
function stripOf(faces: readonly string[], id: string): string {
  const passing = [...faces, ...faces.slice(0, 4)].map((one, place) => {
    const look = faceLook(one);
    return (
      `<rect x="${40 + place * 30}" y="62" width="30.5" height="66" fill="${look.fill}"/>` +
      `<path d="${look.path}" fill="${look.ink}" transform="translate(${55 + place * 30} 95) scale(.16 .24) translate(-50 -50)"/>`
    );
  });
  return (
    `<clipPath id="${id}-body"><rect x="40" y="62" width="120" height="66"/></clipPath>` +
    '<path d="M40 62 L75 40 H125 L160 62 Z M40 128 L100 184 L160 128 Z" fill="#5a4a2c"/>' +
    `<g clip-path="url(#${id}-body)"><g class="strip">${passing.join('')}</g></g>`
  );
}

function wallsOf(faces: readonly string[]): string {
  const lean = (x: number) => 100 + (x - 100) * 0.42;
  const walls = WALLS.map(([from, to, offset]) => {
    const look = lookAt(faces, 0, offset);
    const symbol = `translate(${(from + to) / 2} 95) scale(${(to - from) / 170} .24) translate(-50 -50)`;
    return (
      `<path d="M${from} 62 L${lean(from)} 40 H${lean(to)} L${to} 62 Z" fill="${look.deep}"/>` +
      `<rect x="${from}" y="62" width="${to - from}" height="66" fill="${look.fill}" opacity=".92"/>` +
      `<path d="M${from} 128 L100 184 L${to} 128 Z" fill="${look.deep}"/>` +
      `<path d="${look.path}" fill="${look.ink}" opacity=".95" transform="${symbol}"/>`
    );
  });
  return walls.join('');
}

/** Standing on its tip, or spinning on it. */
export function drawUpright(faces: readonly string[], isSpinning: boolean, id: string): string {
  return (
    `${defsOf(id)}<ellipse class="ground" cx="100" cy="186" rx="34" ry="7"/><g class="body">` +
    `<path d="M96 8 h8 v34 h-8 z" fill="url(#${id}-steel)"/><path d="M92 6 h16 v6 h-16 z" fill="url(#${id}-steel)"/>` +
    (isSpinning ? stripOf(faces, id) : wallsOf(faces)) +
    `<rect x="40" y="62" width="120" height="66" fill="url(#${id}-glass)" opacity=".6"/>${EDGE_UPRIGHT}</g>`
  );
}

/** On its side, a face up. */
export function drawLying(faces: readonly string[], face: string, id: string): string {
  const up = Math.max(0, faces.indexOf(face.toLowerCase()));
  const top = lookAt(faces, up, 0);
  const side = lookAt(faces, up, 1);
  return (
    `${defsOf(id)}<ellipse class="ground" cx="104" cy="158" rx="86" ry="14"/>` +
    `<path d="M168 88 L196 96 L196 103 L168 112 Z" fill="url(#${id}-steel)"/>` +
    `<path d="M34 82 L4 100 L34 122 Z" fill="${side.deep}"/>` +
    `<path d="M34 60 L150 60 L168 88 L168 112 L150 152 L34 152 L22 118 L22 92 Z" fill="${side.deep}"/>` +
    `<path d="M22 112 L168 112 L150 152 L34 152 Z" fill="${side.fill}" opacity=".85"/>` +
    `<path d="M34 50 L150 50 L168 112 L22 112 Z" fill="${top.fill}"/>` +
    `<path d="M34 50 L150 50 L168 112 L22 112 Z" fill="url(#${id}-glass)" opacity=".5"/>` +
    `<path d="${top.path}" fill="${top.ink}" transform="translate(94 82) scale(.66 .46) translate(-50 -50)"/>` +
    '<path class="edge" d="M34 50 L150 50 L168 112 L22 112 Z M22 112 L34 152 L150 152 L168 112"/>'
  );
}
