/** The body of a Top: eight engraved facets, bevels, a tip and a brass spindle. */

import {
  BackSide,
  BoxGeometry,
  BufferGeometry,
  CanvasTexture,
  CylinderGeometry,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
  Scene,
  SRGBColorSpace,
  type Material,
} from 'three';
import { faceLook } from '../../lib/faces';

export const RADIUS = 0.86;
export const BODY = 1.3;
export const TIP = 0.72;
const BEVEL = 0.3;
const NECK = 0.34;
const GLOW = 0.34;
const SHEEN = 0.5;

export const APOTHEM = RADIUS * Math.cos(Math.PI / 8);

type Point = readonly [number, number, number];

export function buildTop(faces: readonly string[]): Group {
  const top = new Group();
  const facets: MeshPhysicalMaterial[] = [];
  const step = (2 * Math.PI) / faces.length;
  const low = -BODY / 2;
  const high = BODY / 2;
  const ring = (at: number, radius: number, y: number): Point => [
    radius * Math.cos(at * step),
    y,
    radius * Math.sin(at * step),
  ];
  faces.forEach((face, at) => {
    const look = faceLook(face);
    const engraved = acrylic({ map: facetTexture(face) });
    facets.push(engraved);
    const plain = acrylic({ color: look.fill });
    const next = at + 1;
    top.add(
      quad(ring(at, RADIUS, low), ring(next, RADIUS, low), ring(next, RADIUS, high), ring(at, RADIUS, high), engraved),
      quad(ring(at, RADIUS, high), ring(next, RADIUS, high), ring(next, NECK, high + BEVEL), ring(at, NECK, high + BEVEL), plain),
      quad(ring(next, RADIUS, low), ring(at, RADIUS, low), ring(at, 0.04, low - TIP), ring(next, 0.04, low - TIP), plain),
    );
  });
  const brass = new MeshStandardMaterial({ color: '#e0b45c', metalness: 0.72, roughness: 0.3, emissive: '#5a3f10' });
  const spindle = new Mesh(new CylinderGeometry(0.1, 0.13, 0.86, 20), brass);
  spindle.position.y = high + BEVEL + 0.36;
  const knob = new Mesh(new CylinderGeometry(0.17, 0.13, 0.16, 20), brass);
  knob.position.y = high + BEVEL + 0.82;
  const collar = new Mesh(new CylinderGeometry(NECK, NECK, 0.08, 8), brass);
  collar.position.y = high + BEVEL;
  collar.rotation.y = Math.PI / 8;
  const core = new Mesh(new CylinderGeometry(0.07, 0.07, BODY + BEVEL, 12), brass);
  top.add(spindle, knob, collar, core);
  top.userData = { facets };
  return top;
}

/** The facet that is up glows, the others step back; none while the Top turns. */
export function lightFacet(top: Group, up: number | null): void {
  const { facets } = top.userData as { facets: MeshPhysicalMaterial[] };
  facets.forEach((facet, at) => {
    facet.emissiveIntensity = up === null ? GLOW : at === up ? 0.85 : 0.12;
    facet.envMapIntensity = up === null || at === up ? SHEEN : 0.2;
  });
}

function acrylic(look: { map?: CanvasTexture; color?: string }): MeshPhysicalMaterial {
  return new MeshPhysicalMaterial({
    ...look,
    roughness: 0.22,
    metalness: 0,
    clearcoat: 0.7,
    clearcoatRoughness: 0.2,
    envMapIntensity: SHEEN,
    emissive: look.map ? '#ffffff' : (look.color ?? '#000000'),
    emissiveMap: look.map ?? null,
    emissiveIntensity: GLOW,
    transparent: true,
    opacity: 0.92,
    side: DoubleSide,
  });
}

function quad(a: Point, b: Point, c: Point, d: Point, material: Material): Mesh {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute([...a, ...b, ...c, ...a, ...c, ...d], 3));
  geometry.setAttribute('uv', new Float32BufferAttribute([0, 0, 1, 0, 1, 1, 0, 0, 1, 1, 0, 1], 2));
  geometry.computeVertexNormals();
  return new Mesh(geometry, material);
}

/** A facet: its colour, a lighter rim, and the symbol cut into it. */
function facetTexture(face: string): CanvasTexture {
  const look = faceLook(face);
  const canvas = document.createElement('canvas');
  canvas.width = 128;
  canvas.height = 256;
  const pen = canvas.getContext('2d');
  if (pen) {
    const fill = pen.createLinearGradient(0, 0, 128, 256);
    fill.addColorStop(0, look.fill);
    fill.addColorStop(1, look.deep);
    pen.fillStyle = look.fill;
    pen.fillRect(0, 0, 128, 256);
    pen.globalAlpha = 0.35;
    pen.fillStyle = fill;
    pen.fillRect(0, 0, 128, 256);
    pen.globalAlpha = 0.8;
    pen.strokeStyle = look.ink;
    pen.lineWidth = 3;
    pen.strokeRect(8, 8, 112, 240);
    pen.globalAlpha = 1;
    pen.translate(64, 128);
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
  }
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 4;
  return texture;
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
