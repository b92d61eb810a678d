/**
 * Work of each frame while Tops spin and cards move, at a quarter of this machine's speed:
 * node tools/frames.mjs BASE [3d] [worst] [scaled]. Plays two rounds of each game on a real server, traces them, and sums the
 * processor time that the main thread spent between two frames: script, style, layout, paint and tidying memory. That
 * is time of this thread alone, so that other work on the machine does not count. With `3d` the Tops are drawn in
 * three dimensions whatever draws them, without the drawing program; with `worst` the longest frames are taken apart.
 * With `scaled` the page runs at full speed and its times are taken four times: Chromium slows a page by the clock, which
 * is wrong where others use the processor.
 * Below each round stands what the work was, and counts of it that do not depend on who else uses the machine.
 * Fails when a frame takes over 50 ms, or more than one in a hundred with work over 16.
 */
import { launch } from './browser.mjs';
import { openTable, percentile, sitDown, throttle, traced } from './visit.mjs';

const LONG_MS = 16.7;
const LONGEST_MS = 50;
const LONG_SHARE = 0.01;
/** In the first round much code runs for the first time. */
const ROUNDS = 2;
const ASK_MS = 250;
/** Between two acts, as a person takes. */
const PAUSE_MS = 1500;
const [base, ...kinds] = process.argv.slice(2);
if (!base) throw new Error('say which server: node tools/frames.mjs http://127.0.0.1:8000 [3d] [worst] [scaled]');
const in3d = kinds.includes('3d');
const SLOWER = 4;
const isScaled = kinds.includes('scaled');
const GL = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
const GAMES = [
  ['spin-n-win', 'single:red', ['a']],
  ['gin-and-win', 'ante', ['h', 'p']],
  ['flip-it', 'inside:red', []],
];

const msOf = (one) => ((one.tdur ?? one.dur ?? 0) / 1000) * (isScaled ? SLOWER : 1);

/** What the page's main thread did, in order; a call inside a call follows the outer one. */
function ownOf(events) {
  const drawn = new Map();
  for (const one of events) if (one.name === 'BeginMainThreadFrame') drawn.set(one.pid, [...(drawn.get(one.pid) ?? []), one]);
  const [[main]] = [...drawn.values()].sort((a, b) => b.length - a.length);
  return events
    .filter((one) => one.pid === main.pid && one.tid === main.tid && one.ts && (one.ph === 'X' || one.name === 'BeginMainThreadFrame'))
    .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
}

/** Tasks with what happened inside them; those that only answered this tool are left out. */
function tasksOf(own) {
  const tasks = [];
  for (const one of own) {
    const task = tasks.at(-1);
    if (one.name === 'RunTask' || one.name === 'ThreadControllerImpl::RunTask') {
      if (!task || one.ts >= task.ts + task.dur) tasks.push({ ts: one.ts, dur: one.dur ?? 0, ms: msOf(one), inside: [] });
    } else if (task && one.ts < task.ts + task.dur) task.inside.push(one);
  }
  return tasks.filter((task) => !task.inside.some((one) => one.name === 'EvaluateScript' && !one.args.data?.url));
}

/**
 * A frame is what is done from one drawing to the next. While nothing asks for a frame none is drawn, for seconds; a
 * task that runs then begins a frame of its own.
 */
function framesOf(tasks) {
  const frames = [];
  let end = 0;
  for (const task of tasks) {
    const isDrawing = task.inside.some((one) => one.name === 'BeginMainThreadFrame');
    const isAlone = frames.length === 0 || task.ts > Math.max(frames.at(-1).ts + LONG_MS * 1000, end);
    if (isDrawing || isAlone) frames.push({ ts: task.ts, ms: 0, inside: [] });
    frames.at(-1).ms += task.ms;
    frames.at(-1).inside.push(...task.inside);
    end = task.ts + task.dur;
  }
  return frames;
}

/** Waits until the page shows something. */
async function until(session, selector) {
  for (let asked = 0; asked < 600; asked += 1) {
    const { result } = await session.send('Runtime.evaluate', { expression: `document.querySelector(${JSON.stringify(selector)}) !== null` });
    if (result.value) return;
    await new Promise((done) => setTimeout(done, ASK_MS));
  }
  throw new Error(`${selector} did not come`);
}

/** One round from the bet until the next bets are taken; the page is asked seldom, and without Playwright's scripts. */
async function playRound(page, session, at, spot, keys) {
  await page.mouse.click(...at);
  await until(session, `[data-spot="${spot}"].staked`);
  await until(session, '.bar .go:not(:disabled)');
  await new Promise((done) => setTimeout(done, PAUSE_MS));
  await page.keyboard.press('g');
  for (const key of keys) {
    await until(session, '.decide');
    await new Promise((done) => setTimeout(done, PAUSE_MS));
    await page.keyboard.press(key);
  }
  // The round is over and told when bets are taken again.
  await until(session, `[data-spot="${spot}"][aria-disabled="true"]`);
  await until(session, `[data-spot="${spot}"][aria-disabled="false"]`);
}

const KINDS = [
  ['memory', /GC/],
  ['layout', /^Layout$/],
  ['style', /^(UpdateLayoutTree|ParseAuthorStyleSheet)$/],
  ['paint', /^(PrePaint|Paint|Layerize|Commit|UpdateLayer|CompositeLayers|IntersectionObserverController::computeIntersections)$/],
  ['script', /^(FunctionCall|EvaluateScript|EventDispatch|TimerFire|FireAnimationFrame|RunMicrotasks|WebSocketReceive|ParseHTML|v8\.|V8\.)/],
];

/** Milliseconds by kind of work, each call without the calls inside it. */
function kindsOf(frames) {
  const sums = { script: 0, style: 0, layout: 0, paint: 0, memory: 0, other: 0 };
  for (const frame of frames) {
    const open = [];
    let left = frame.ms;
    for (const one of frame.inside) {
      while (open.length > 0 && one.ts >= open.at(-1).end) open.pop();
      const kind = KINDS.find(([, names]) => names.test(one.name))?.[0] ?? open.at(-1)?.kind ?? 'other';
      const ms = msOf(one);
      sums[kind] += ms;
      if (open.length > 0) sums[open.at(-1).kind] -= ms;
      else left -= ms;
      open.push({ kind, end: one.ts + (one.dur ?? 0) });
    }
    sums.other += left;
  }
  return sums;
}

/** What was done and not how long it took: these counts do not depend on who else uses the machine. */
function countsOf(frames) {
  const all = frames.flatMap((frame) => frame.inside);
  const sum = (name, count) => all.filter((one) => one.name === name).reduce((total, one) => total + (count(one.args) ?? 0), 0);
  return `${sum('UpdateLayoutTree', (args) => args.elementCount)} elements styled, ` +
    `${sum('Layout', ({ beginData }) => beginData?.dirtyObjects)} objects laid out in ${sum('Layout', () => 1)} layouts`;
}

/** Frames that the screen showed: a motion that the browser makes without the page draws them too. */
const drawnIn = (events) => {
  const main = ownOf(events)[0];
  return events.filter((one) => one.name === 'DrawFrame' && one.pid === main.pid).length;
};

function report(name, frames, drawn) {
  const times = frames.map((one) => one.ms);
  const long = times.filter((ms) => ms > LONG_MS).length;
  const most = Math.max(...times);
  const shown = Math.max(drawn, times.length);
  const collected = (one) => one.inside.filter((inner) => inner.name.endsWith('GC')).reduce((sum, inner) => sum + msOf(inner), 0);
  console.log(
    `${name}: ${shown} frames shown, ${times.length} with work, median ${percentile(times, 0.5).toFixed(1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms, ` +
      `p99 ${percentile(times, 0.99).toFixed(1)} ms, longest ${most.toFixed(1)} ms ` +
      `(${Math.max(...frames.map((one) => one.ms - collected(one))).toFixed(1)} without tidying memory); ` +
      `${long} over 16 ms (${((long / shown) * 100).toFixed(1)} % of those shown, ${((long / times.length) * 100).toFixed(1)} % of those with work), ${times.filter((ms) => ms > LONGEST_MS).length} over 50 ms; ` +
      `${(times.reduce((sum, ms) => sum + ms, 0) / 1000).toFixed(2)} s in all`,
  );
  const work = Object.entries(kindsOf(frames)).map(([kind, ms]) => `${kind} ${ms.toFixed(0)}`);
  console.log(`    ${work.join(', ')} ms; ${countsOf(frames)}`);
  if (most > LONGEST_MS || long > times.length * LONG_SHARE) process.exitCode = 1;
  if (kinds.includes('worst')) for (const one of [...frames].sort((a, b) => b.ms - a.ms).slice(0, 6)) takeApart(one, frames[0].ts);
}

function takeApart(frame, began) {
  const parts = frame.inside.filter((one) => msOf(one) > 0.8).map((one) => {
    const { functionName, url, lineNumber, type } = one.args.data ?? {};
    const { dirtyObjects: dirty, totalObjects: all } = one.args.beginData ?? {};
    const words = [functionName, type, url && `${url.split('/').at(-1)}:${lineNumber}`, all && `${dirty} of ${all}`];
    return `${one.name}${words.filter(Boolean).map((word) => ` ${word}`).join('')} ${msOf(one).toFixed(1)}`;
  });
  console.log(`    ${frame.ms.toFixed(1)} ms after ${((frame.ts - began) / 1e6).toFixed(2)} s: ${parts.join(', ')}`);
}

const browser = await launch(in3d ? GL : ['--disable-gpu'], { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
if (in3d) {
  // The page keeps three dimensions for graphics cards; here they are wanted without one.
  await browser.addInitScript(() => {
    const given = WebGL2RenderingContext.prototype.getExtension;
    WebGL2RenderingContext.prototype.getExtension = function (name) {
      return name === 'WEBGL_debug_renderer_info' ? null : given.call(this, name);
    };
    const context = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (type, wanted) {
      return context.call(this, type, wanted && { ...wanted, failIfMajorPerformanceCaveat: false });
    };
  });
}
for (const [game, spot, keys] of GAMES) {
  if (in3d && game !== 'spin-n-win') continue;
  const page = await browser.newPage();
  await sitDown(page, await openTable(page, base, game), base);
  const session = await throttle(page, { network: false, rate: isScaled ? 1 : SLOWER });
  for (let round = 1; round <= ROUNDS; round += 1) {
    await page.waitForSelector(`[data-spot="${spot}"][aria-disabled="false"]`, { timeout: 60_000 });
    // The results of the last round come to rest first.
    await page.waitForTimeout(PAUSE_MS);
    const box = await page.locator(`[data-spot="${spot}"]`).boundingBox();
    const at = [box.x + box.width / 2, box.y + box.height / 2];
    const events = await traced(session, () => playRound(page, session, at, spot, keys));
    report(`${game}${in3d ? ' 3d' : ''}, round ${round}`, framesOf(tasksOf(ownOf(events))), drawnIn(events));
  }
  await page.close();
}
await browser.close();
