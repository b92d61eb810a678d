/** Two translucent Tops in WebGL. Loaded only when a Spin N Win table wants them. */

import {
  AmbientLight,
  Color,
  DirectionalLight,
  Group,
  Mesh,
  MeshBasicMaterial,
  PerspectiveCamera,
  PlaneGeometry,
  PMREMGenerator,
  Scene,
  SRGBColorSpace,
  Vector3,
  WebGLRenderer,
} from 'three';
import { aroundTheAxis } from '../../lib/faces';
import { poseAt, type Landing, type Pose } from './motion';
import { APOTHEM, BODY, buildStuff, buildTop, lightFacet, lightRoom, shadowTexture, TIP } from './topmesh';

export interface Tops {
  /** Let both spin and fall on these faces; resolves when they lie or are put to rest. */
  spin(faces: readonly [string, string], seconds: number): Promise<void>;
  /** Spin on without a result until `spin` gives one. */
  hum(): void;
  /** Lie on these faces, or stand when there are none. */
  rest(faces: readonly [string, string] | null): void;
  resize(): void;
  dispose(): void;
}

const BESIDE = new Vector3(0, 5.6, 9.4);
const ABOVE = new Vector3(0, 10.8, 2.3);
const FOCUS_HIGH = new Vector3(0, 1.35, 0);
const FOCUS_LOW = new Vector3(0, 0.5, -0.35);
const HOME = [-1.75, 1.75] as const;
const LEANS = [0.2, -0.18] as const;

export function mountTops(
  canvas: HTMLCanvasElement,
  counts: readonly (readonly [string, number])[],
): Tops {
  const faces = aroundTheAxis(counts);
  const renderer = new WebGLRenderer({ canvas, alpha: true, antialias: true });
  renderer.outputColorSpace = SRGBColorSpace;
  renderer.setPixelRatio(Math.min(2, window.devicePixelRatio));
  const scene = new Scene();
  const camera = new PerspectiveCamera(27, 2, 0.1, 60);
  const focus = new Vector3();
  const rooms = new PMREMGenerator(renderer);
  scene.environment = rooms.fromScene(lightRoom(), 0.03).texture;
  rooms.dispose();
  const sun = new DirectionalLight(new Color('#fff1d6'), 1.5);
  sun.position.set(-3, 8, 1);
  scene.add(sun, new AmbientLight(new Color('#8899bb'), 0.5));

  const stuff = buildStuff(faces);
  const tops = HOME.map(() => buildTop(stuff));
  const shade = new MeshBasicMaterial({ map: shadowTexture(), transparent: true, depthWrite: false });
  const shadows = HOME.map(() => new Mesh(new PlaneGeometry(3.4, 3.4), shade));
  tops.forEach((top, at) => {
    const shadow = shadows[at] as Mesh;
    shadow.rotation.x = -Math.PI / 2;
    scene.add(top, shadow);
  });

  let landings: readonly Landing[] = [];
  let began = 0;
  let lasts = 1;
  let frame = 0;
  let isHumming = false;
  let done: (() => void) | null = null;

  function landing(face: string | null, at: number): Landing {
    const found = face === null ? 0 : faces.indexOf(face.toLowerCase());
    const way = at === 0 ? 1 : -1;
    return { facet: Math.max(0, found), facets: faces.length, lean: LEANS[at] ?? 0, turns: 46, way };
  }
  function place(at: number, pose: Pose): void {
    const top = tops[at] as Group;
    const lift = Math.max(
      (BODY / 2 + TIP) * Math.cos(pose.tilt),
      (BODY / 2) * Math.cos(pose.tilt) + APOTHEM * Math.sin(pose.tilt),
    );
    const x = (HOME[at] ?? 0) + pose.x;
    top.position.set(x, lift, pose.z);
    top.rotation.set(0, 0, 0);
    top.rotateY(pose.lean);
    top.rotateZ(-pose.tilt);
    top.rotateY(pose.spin);
    const shadow = shadows[at] as Mesh;
    shadow.position.set(x + Math.sin(pose.tilt) * 0.2, 0.01, pose.z + 0.12);
    const size = 0.62 + 0.38 * Math.sin(pose.tilt);
    shadow.scale.set(size, size, 1);
  }
  function draw(share: number): void {
    const poses = landings.map((one) => poseAt(share, one));
    poses.forEach((pose, at) => place(at, pose));
    look(Math.max(...poses.map((pose) => pose.tilt)) / (Math.PI / 2));
    const hasLanded = share >= 1;
    tops.forEach((top, at) => lightFacet(top, hasLanded ? (landings[at]?.facet ?? null) : null));
    renderer.render(scene, camera);
  }
  /** From the side while they stand, from above once they lie: the face that is up must be seen. */
  function look(lying: number): void {
    const share = lying * lying;
    camera.position.copy(BESIDE).lerp(ABOVE, share);
    camera.lookAt(focus.copy(FOCUS_HIGH).lerp(FOCUS_LOW, share));
  }
  function tick(now: number): void {
    const share = Math.min(1, (now - began) / lasts);
    if (isHumming) {
      // Not decided yet: stay where a Top hums, and go round in that stretch of the motion.
      draw(0.14 + ((now - began) % 4000) / 40000);
    } else {
      draw(share);
      if (share >= 1) return finish();
    }
    frame = requestAnimationFrame(tick);
  }
  function finish(): void {
    cancelAnimationFrame(frame);
    frame = 0;
    draw(1);
    done?.();
    done = null;
  }
  function start(): void {
    began = performance.now();
    if (!frame) frame = requestAnimationFrame(tick);
  }
  function resize(): void {
    const { clientWidth: width, clientHeight: height } = canvas;
    if (!width || !height) return;
    renderer.setSize(width, height, false);
    camera.aspect = width / height;
    camera.fov = camera.aspect > 1.9 ? 27 : 27 * Math.min(1.9, 1.9 / camera.aspect);
    camera.updateProjectionMatrix();
    if (!frame) renderer.render(scene, camera);
  }

  landings = HOME.map((_, at) => landing(null, at));
  resize();
  // Lying first: whatever the last frame of a spin needs has been made ready when it comes.
  draw(1);
  draw(0);
  return {
    spin(to, seconds) {
      landings = to.map((face, at) => landing(face, at));
      lasts = seconds * 1000;
      isHumming = false;
      done?.();
      start();
      return new Promise((resolve) => (done = resolve));
    },
    hum() {
      isHumming = true;
      start();
    },
    rest(to) {
      isHumming = false;
      landings = HOME.map((_, at) => landing(to?.[at] ?? null, at));
      cancelAnimationFrame(frame);
      frame = 0;
      done?.();
      done = null;
      draw(to ? 1 : 0.02);
    },
    resize,
    dispose() {
      cancelAnimationFrame(frame);
      renderer.dispose();
    },
  };
}
