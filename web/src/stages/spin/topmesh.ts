/** The body of a Top: eight engraved facets, bevels, a tip and a brass spindle. */

import {
  BackSide,
  BoxGeometry,
  BufferGeometry,
  CanvasTexture,
  CylinderGeometry,
  Float32BufferAttribute,
  FrontSide,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
  Scene,
  SRGBColorSpace,
  type Side,
} from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import { faceLook } from '../../lib/faces';

const RADIUS = 0.86;
export const BODY = 1.3;
export const TIP = 0.72;
const BEVEL = 0.3;
const NECK = 0.34;
/** Corners of a facet: two triangles. */
const CORNERS = 6;
/** A facet's picture, and below it a strip of its plain colour for the bevels. */
const WIDE = 128;
const HIGH = 256;
const STRIP = 64;

export const APOTHEM = RADIUS * Math.cos(Math.PI / 8);

type Point = readonly [number, number, number];

/** How strongly a facet glows and mirrors: while the Top turns, lying up, and stepping back. */
const LOOKS = { turning: [0.34, 0.5], up: [0.85, 0.5], back: [0.12, 0.2] } as const;
type Acrylic = readonly [turning: MeshPhysicalMaterial, up: MeshPhysicalMaterial, back: MeshPhysicalMaterial];

/** What the Tops of a dish are made of, made once for all of them. */
export interface Stuff {
  readonly faces: number;
  readonly inside: Acrylic;
  readonly outside: Acrylic;
  readonly brass: MeshStandardMaterial;
}

export function buildStuff(faces: readonly string[]): Stuff {
  const map = facetsTexture(faces);
  const acrylic = (side: Side): Acrylic => [
    glassy(map, side, LOOKS.turning),
    glassy(map, side, LOOKS.up),
    glassy(map, side, LOOKS.back),
  ];
  return {
    faces: faces.length,
    inside: acrylic(BackSide),
    outside: acrylic(FrontSide),
    brass: new MeshStandardMaterial({ color: '#e0b45c', metalness: 0.72, roughness: 0.3, emissive: '#5a3f10' }),
  };
}

/**
 * Three things to draw for a whole Top: brass, far walls, near walls. Facets of their own with a
 * two-sided material were drawn twice each and had their program looked up every time.
 */
export function buildTop(stuff: Stuff): Group {
  const top = new Group();
  const body = bodyGeometry(stuff.faces);
  const inside = new Mesh(body, stuff.inside[0]);
  const outside = new Mesh(body, stuff.outside[0]);
  inside.renderOrder = 1;
  outside.renderOrder = 2;
  top.add(new Mesh(brassGeometry(), stuff.brass), inside, outside);
  for (const part of top.children) part.matrixAutoUpdate = false;
  top.userData = { stuff, inside, outside, up: null };
  return top;
}

/** The facet that is up glows, the others step back; none while the Top turns. */
export function lightFacet(top: Group, up: number | null): void {
  const { stuff, inside, outside } = top.userData as { stuff: Stuff; inside: Mesh; outside: Mesh };
  if (top.userData['up'] === up) return;
  top.userData['up'] = up;
  const body = outside.geometry;
  body.clearGroups();
  if (up !== null) {
    const facets = stuff.faces * CORNERS;
    const from = up * CORNERS;
    body.addGroup(0, from, 2);
    body.addGroup(from, CORNERS, 1);
    body.addGroup(from + CORNERS, facets - from - CORNERS, 2);
    body.addGroup(facets, 2 * facets, 0);
  }
  inside.material = up === null ? stuff.inside[0] : [...stuff.inside];
  outside.material = up === null ? stuff.outside[0] : [...stuff.outside];
}

function glassy(map: CanvasTexture, side: Side, [glow, sheen]: readonly [number, number]): MeshPhysicalMaterial {
  return new MeshPhysicalMaterial({
    map,
    side,
    roughness: 0.22,
    metalness: 0,
    clearcoat: 0.7,
    clearcoatRoughness: 0.2,
    envMapIntensity: sheen,
    emissive: '#ffffff',
    emissiveMap: map,
    emissiveIntensity: glow,
    transparent: true,
    opacity: 0.92,
  });
}

/** All facets in their order, then all bevels and tips, as one thing to draw. */
function bodyGeometry(count: number): BufferGeometry {
  const step = (2 * Math.PI) / count;
  const low = -BODY / 2;
  const high = BODY / 2;
  const ring = (at: number, radius: number, y: number): Point => [
    radius * Math.cos(at * step),
    y,
    radius * Math.sin(at * step),
  ];
  const places: number[] = [];
  const spots: number[] = [];
  const quad = (a: Point, b: Point, c: Point, d: Point, [left, right]: readonly [number, number], [foot, head]: readonly [number, number]) => {
    // Corners run so that a wall's front is outside.
    places.push(...a, ...c, ...b, ...a, ...d, ...c);
    spots.push(left, foot, right, head, right, foot, left, foot, left, head, right, head);
  };
  const picture = [STRIP / (HIGH + STRIP), 1] as const;
  const strip = [0.3, 0.7].map((share) => (share * STRIP) / (HIGH + STRIP)) as [number, number];
  const turns = Array.from({ length: count }, (_, at) => at);
  for (const at of turns) {
    const wide = [at / count, (at + 1) / count] as const;
    quad(ring(at, RADIUS, low), ring(at + 1, RADIUS, low), ring(at + 1, RADIUS, high), ring(at, RADIUS, high), wide, picture);
  }
  for (const at of turns) {
    const wide = [(at + 0.3) / count, (at + 0.7) / count] as const;
    const next = at + 1;
    quad(ring(at, RADIUS, high), ring(next, RADIUS, high), ring(next, NECK, high + BEVEL), ring(at, NECK, high + BEVEL), wide, strip);
    quad(ring(next, RADIUS, low), ring(at, RADIUS, low), ring(at, 0.04, low - TIP), ring(next, 0.04, low - TIP), wide, strip);
  }
  const body = new BufferGeometry();
  body.setAttribute('position', new Float32BufferAttribute(places, 3));
  body.setAttribute('uv', new Float32BufferAttribute(spots, 2));
  body.computeVertexNormals();
  return body;
}

/** Spindle, knob, collar and the rod inside. */
function brassGeometry(): BufferGeometry {
  const neck = BODY / 2 + BEVEL;
  return mergeGeometries([
    new CylinderGeometry(0.1, 0.13, 0.86, 20).translate(0, neck + 0.36, 0),
    new CylinderGeometry(0.17, 0.13, 0.16, 20).translate(0, neck + 0.82, 0),
    new CylinderGeometry(NECK, NECK, 0.08, 8).rotateY(Math.PI / 8).translate(0, neck, 0),
    new CylinderGeometry(0.07, 0.07, BODY + BEVEL, 12),
  ]);
}

/** The facets side by side as they lie around the Top, each above a strip of its plain colour. */
function facetsTexture(faces: readonly string[]): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = WIDE * faces.length;
  canvas.height = HIGH + STRIP;
  const pen = canvas.getContext('2d');
  faces.forEach((face, at) => {
    if (pen) drawFacet(pen, face, at * WIDE);
  });
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 4;
  return texture;
}

/** A facet: its colour, a lighter rim, and the symbol cut into it. */
function drawFacet(pen: CanvasRenderingContext2D, face: string, x: number): void {
  const look = faceLook(face);
  pen.save();
  pen.translate(x, 0);
  const fill = pen.createLinearGradient(0, 0, WIDE, HIGH);
  fill.addColorStop(0, look.fill);
  fill.addColorStop(1, look.deep);
  pen.fillStyle = look.fill;
  pen.fillRect(0, 0, WIDE, HIGH + STRIP);
  pen.globalAlpha = 0.35;
  pen.fillStyle = fill;
  pen.fillRect(0, 0, WIDE, HIGH);
  pen.globalAlpha = 0.8;
  pen.strokeStyle = look.ink;
  pen.lineWidth = 3;
  pen.strokeRect(8, 8, WIDE - 16, HIGH - 16);
  pen.globalAlpha = 1;
  pen.translate(WIDE / 2, HIGH / 2);
  // The Top is read lying down, its spindle to the right.
  pen.rotate(Math.PI / 2);
  pen.scale(0.86, 0.86);
  pen.translate(-50, -50);
  const shape = new Path2D(look.path);
  pen.fillStyle = 'rgb(0 0 0 / 0.35)';
  pen.translate(2, 3);
  pen.fill(shape);
  pen.translate(-2, -3);
  pen.fillStyle = look.ink;
  pen.fill(shape);
  pen.restore();
}

/** Soft dark under a Top. */
export function shadowTexture(): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 128;
  const pen = canvas.getContext('2d');
  if (pen) {
    const soft = pen.createRadialGradient(64, 64, 8, 64, 64, 62);
    soft.addColorStop(0, 'rgb(0 0 0 / 0.6)');
    soft.addColorStop(1, 'rgb(0 0 0 / 0)');
    pen.fillStyle = soft;
    pen.fillRect(0, 0, 128, 128);
  }
  return new CanvasTexture(canvas);
}

/** What the acrylic reflects: a dark room with two lamps and a lit ceiling. */
export function lightRoom(): Scene {
  const room = new Scene();
  const wall = new MeshBasicMaterial({ color: '#3a4258', side: BackSide });
  room.add(new Mesh(new BoxGeometry(20, 12, 20), wall));
  const lamp = (x: number, y: number, z: number, size: number, tone: string, power: number) => {
    const light = new MeshBasicMaterial({ color: tone });
    light.color.multiplyScalar(power);
    const mesh = new Mesh(new BoxGeometry(size, 0.2, size), light);
    mesh.position.set(x, y, z);
    room.add(mesh);
  };
  lamp(0, 5.6, 0, 7, '#ffe9c4', 3);
  lamp(-6, 3, 5, 3, '#cfe0ff', 5);
  lamp(7, 2, 3, 2.4, '#ffd9a0', 5);
  return room;
}
