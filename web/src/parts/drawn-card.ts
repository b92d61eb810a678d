/**
 * What is printed on a playing card, as one text of SVG. A card set up node by node costs ten times the
 * script of one that the browser reads whole, and cards come by the dozen.
 */

import { pipsOf, SUIT_PATHS, type CardFace, type Suit } from '../lib/cards';
import { FACES } from '../lib/faces';
import { RANK_LINE, RANK_OUTLINES, RANK_SIZE } from './drawn-ranks';

const TURNED = 'rotate(180 125 175)';


/** An outline with its box put somewhere else; a card with all of them in one path is laid out in half the time. */
function placed(outline: string, x: number, y: number, scale: number, isTurned = false): string {
  const at = (text: string, from: number, whole: number) => Math.round(10 * (isTurned ? whole - from - Number(text) * scale : from + Number(text) * scale)) / 10;
  return outline.replace(/(-?[\d.]+) (-?[\d.]+)/g, (_, left: string, top: string) => `${at(left, x, 250)} ${at(top, y, 350)}`);
}

export interface CardLook {
  /** Null lies face down. */
  readonly face: CardFace | null;
  readonly name: string;
  readonly compact: boolean;
  readonly fourColours: boolean;
  readonly lit: boolean;
  readonly dim: boolean;
}

/** A whole card. `id` is not used by another card on the page. */
export function drawCard(look: CardLook, id: string): string {
  const { face, lit } = look;
  const kinds = `card${lit ? ' lit' : ''}${look.dim ? ' dim' : ''}${look.fourColours ? ' four' : ''}`;
  // The back is one picture for all: styles draw it.
  const print = face === null ? '' : `<rect class="paper" x="1.5" y="1.5" width="247" height="347" rx="20"/>${frontOf(face, look.compact, id)}`;
  return (
    `<svg class="playing ${kinds}${face === null ? ' back' : ''}" data-suit="${suitOf(face)}" viewBox="0 0 250 350" role="img" aria-label="${quoted(look.name)}">${print}` +
    `${lit ? '<rect class="halo" x="4" y="4" width="242" height="342" rx="18"/>' : ''}</svg>`
  );
}

const suitOf = (face: CardFace | null) => (face?.suit && face.suit in SUIT_PATHS ? face.suit : 'none');
const quoted = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** What is printed on a card that lies open. */
export function frontOf(face: CardFace, compact: boolean, id: string): string {
  const { suit, rank } = face;
  if (suit === null) return jokerOf(compact);
  // Whatever was sent, only ranks and suits are written into the page.
  if (!(rank in RANK_OUTLINES) || !(suit in SUIT_PATHS)) return '';
  const isCourt = !compact && 'JQK'.includes(rank);
  return `${isCourt ? courtOf(rank, suit, id) : ''}<path class="suit" d="${printOf(rank, suit, compact)}"/>`;
}

/** A rank written so large, its middle and its line there. */
function written(rank: string, size: number, x: number, y: number, isTurned = false): string {
  const { wide, path } = RANK_OUTLINES[rank] ?? { wide: 0, path: '' };
  const scale = size / RANK_SIZE;
  return placed(path, x - (wide * scale) / 2, y - RANK_LINE * scale, scale, isTurned);
}

/** Ranks and suits of a card as one outline, put together once for each. */
const known = new Map<string, string>();
function printOf(rank: string, suit: Suit, compact: boolean): string {
  const key = `${rank}${suit}${compact ? '.' : ''}`;
  const print = known.get(key) ?? (compact ? written(rank, 168, 125, 160) + placed(SUIT_PATHS[suit], 60, 190, 1.3) : cornersAndPips(rank, SUIT_PATHS[suit]));
  known.set(key, print);
  return print;
}

/** Those below the middle are turned; an ace has one large. */
function cornersAndPips(rank: string, suit: string): string {
  const pips = pipsOf(rank).map(([x, y]) =>
    y > 0.5 ? placed(suit, 63 + (1 - x) * 78, 49 + (1 - y) * 206, 0.46, true) : placed(suit, 63 + x * 78, 49 + y * 206, 0.46),
  );
  const corner = (isTurned: boolean) => placed(suit, 14, 72, 0.37, isTurned) + written(rank, 64, 33, 62, isTurned);
  return [...(rank === 'A' ? [placed(suit, 65, 115, 1.2)] : pips), corner(false), corner(true)].join('');
}

const HAIR: Readonly<Record<string, string>> = {
  Q: 'M94 82 C84 112 84 132 88 150 L162 150 C166 132 166 112 156 82 Z',
  K: 'M96 84 V112 H154 V84 Z',
  J: 'M97 82 C90 104 94 116 104 120 H146 C156 116 160 104 153 82 Z',
};
const HEAD: Readonly<Record<string, string>> = {
  K:
    '<path class="beard" d="M104 106 C106 132 118 142 125 148 C132 142 144 132 146 106 C140 120 110 120 104 106 Z"/>' +
    '<path class="gold edge" d="M98 80 L92 46 L109 62 L125 40 L141 62 L158 46 L152 80 Z"/>' +
    '<circle class="robe" cx="125" cy="68" r="5"/>',
  Q:
    '<path class="gold edge" d="M100 80 C100 66 108 62 110 50 C116 62 120 60 125 44 C130 60 134 62 140 50 C142 62 150 66 150 80 Z"/>' +
    '<circle class="robe" cx="125" cy="70" r="4.5"/>',
  J:
    '<path class="robe edge" d="M96 80 C96 58 112 50 132 50 C148 50 156 62 154 80 Z"/>' +
    '<path class="gold" d="M96 80 H154 V72 H96 Z"/>' +
    '<path class="gold" d="M146 58 C162 40 174 46 178 40 C176 60 166 66 150 66 Z"/>',
};
const STRIPES = [0, 1, 2, 3]
  .map((at) => `M${66 + at * 14} ${146 - at * 9} l-10 50 M${184 - at * 14} ${146 - at * 9} l10 50`)
  .join(' ');

/**
 * Jack, Queen, King: a deco half figure, and the same turned. Written out twice: the page's styles
 * do not reach into a figure that is used by reference.
 */
function courtOf(rank: string, suit: Suit, id: string): string {
  const half =
    `<g clip-path="url(#${id}-half)"><path class="hair" d="${HAIR[rank]}"/>` +
    '<path class="skin" d="M114 112 H136 V134 L125 150 L114 134 Z"/>' +
    '<path class="robe" d="M53 190 V152 L108 128 L125 148 L142 128 L197 152 V190 Z"/>' +
    '<path class="gold" d="M108 128 L125 148 L142 128 L134 176 H116 Z"/>' +
    `<path class="stripe" d="${STRIPES}"/>` +
    '<path class="skin" d="M104 80 H146 V104 C146 120 135 128 125 128 C115 128 104 120 104 104 Z"/>' +
    `<path class="line" d="M111 94 h9 M130 94 h9 M125 96 v11 M119 115 h12"/>${HEAD[rank]}</g>` +
    `<path class="suit" d="${SUIT_PATHS[suit]}" transform="translate(59 44) scale(.3)"/>`;
  return (
    `<clipPath id="${id}-half"><path d="M53 38 H197 V160 L53 190 Z"/></clipPath>` +
    '<rect class="frame" x="53" y="38" width="144" height="274" rx="4"/>' +
    `${half}<g transform="${TURNED}">${half}</g><path class="slash" d="M53 190 L197 160"/>`
  );
}

/** The joker: a fool's cap with a star. */
function jokerOf(compact: boolean): string {
  const star = (transform: string) => `<path class="star" d="${FACES['joker']?.path ?? ''}" transform="${transform}"/>`;
  if (compact) return star('translate(55 60) scale(1.4)') + '<text class="word big" x="125" y="290">JOKER</text>';
  const word = [...'JOKER'].map((letter, at) => `<text class="word" x="29" y="${50 + at * 28}">${letter}</text>`).join('');
  return (
    `${word}<g transform="${TURNED}">${word}</g>` +
    '<path class="cap left" d="M125 118 C92 76 58 92 54 142 C70 126 88 138 96 196 H125 Z"/>' +
    '<path class="cap right" d="M125 118 C158 76 192 92 196 142 C180 126 162 138 154 196 H125 Z"/>' +
    '<path class="cap mid" d="M125 86 C108 120 108 160 110 196 H140 C142 160 142 120 125 86 Z"/>' +
    '<path class="band" d="M90 194 H160 L164 214 H86 Z"/>' +
    '<circle class="bell" cx="54" cy="146" r="9"/><circle class="bell" cx="196" cy="146" r="9"/><circle class="bell" cx="125" cy="82" r="9"/>' +
    star('translate(92 226) scale(.66)')
  );
}
