/**
 * Script work of each frame while Tops spin and cards move, at a quarter of this machine's speed:
 * node tools/frames.mjs BASE [3d]. Plays two rounds of each game on a real server, traces them, and sums
 * the processor time that the main thread spent on script between two frames. With `3d` the Tops are drawn in three
 * dimensions whatever draws them; their script is measured, not the drawing program. Fails over 8 ms
 * at the 95th percentile.
 */
import { launch } from './browser.mjs';
import { openTable, percentile, sitDown, throttle } from './visit.mjs';

const LIMIT_MS = 8;
const FRAME_US = 16_667;
/** In the first round much code runs for the first time. */
const ROUNDS = 2;
const [base, kind] = process.argv.slice(2);
if (!base) throw new Error('say which server: node tools/frames.mjs http://127.0.0.1:8000 [3d]');
const in3d = kind === '3d';
const GL = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
const GAMES = [
  ['spin-n-win', 'single:red', ['a']],
  ['gin-and-win', 'ante', ['h', 'p']],
  ['flip-it', 'inside:red', []],
];
const SCRIPT = new Set(['FunctionCall', 'EvaluateScript', 'FireAnimationFrame', 'TimerFire', 'EventDispatch', 'RunMicrotasks', 'V8.GC_MC_BACKGROUND', 'MinorGC', 'MajorGC']);

/** A trace of what happens on the page while `play` runs. */
async function traced(session, play) {
  const events = [];
  const take = ({ value }) => events.push(...value);
  session.on('Tracing.dataCollected', take);
  const categories = 'devtools.timeline,devtools.timeline.frame,v8,disabled-by-default-devtools.timeline,disabled-by-default-devtools.timeline.frame,__metadata';
  await session.send('Tracing.start', { categories, transferMode: 'ReportEvents' });
  await play();
  const done = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await done;
  session.off('Tracing.dataCollected', take);
  return events;
}

/** A call inside a call is counted once. */
function outermost(spans) {
  let end = 0;
  return spans.filter((one) => {
    if (one.ts < end) return false;
    end = one.ts + one.dur;
    return true;
  });
}

/**
 * Where frames begin. While nothing asks for a frame none is made, for seconds; script that runs then
 * would fill a frame of its own, so a stretch without frames is cut where script begins.
 */
function slotsOf(frames, spans) {
  const slots = [];
  let end = 0;
  for (const at of [...frames, ...spans.filter((one) => one.ts >= frames[0]).map((one) => one.ts)].sort((a, b) => a - b)) {
    const isFrame = frames.includes(at);
    if (isFrame || at > Math.max(slots.at(-1) + FRAME_US, end)) slots.push(at);
    end = Math.max(end, ...spans.filter((one) => one.ts === at).map((one) => one.ts + one.dur));
  }
  return slots;
}

/** Script of each frame in milliseconds, what of it tidied memory, and tasks over 50 ms, on the page's main thread. */
function measured(events) {
  const main = events.find((one) => one.name === 'thread_name' && one.args.name === 'CrRendererMain' && events.some((other) => other.pid === one.pid && other.name === 'FireAnimationFrame'));
  const own = events.filter((one) => one.pid === main?.pid && one.tid === main?.tid && one.ts);
  const frames = own.filter((one) => one.name === 'BeginMainThreadFrame').map((one) => one.ts).sort((a, b) => a - b);
  const spans = own
    .filter((one) => one.ph === 'X' && SCRIPT.has(one.name) && one.dur)
    .sort((a, b) => a.ts - b.ts || b.dur - a.dur);
  // Playwright asks the page by scripts of its own, which have no address; a visitor has none of them.
  const asked = spans.filter((one) => one.name === 'FunctionCall' && one.args.data?.url === '');
  const slots = slotsOf(frames, outermost(spans));
  const summed = (all) => {
    const sums = slots.map(() => 0);
    let at = 0;
    for (const one of all) {
      while (at + 1 < slots.length && slots[at + 1] <= one.ts) at += 1;
      if (one.ts >= slots[0]) sums[at] += (one.tdur ?? one.dur) / 1000;
    }
    return sums;
  };
  const whole = summed(outermost(spans));
  const playwrights = summed(outermost(asked));
  const memory = summed(spans.filter((one) => one.name.includes('GC')));
  const work = whole.map((ms, at) => ms - playwrights[at]);
  const long = own.filter((one) => one.name === 'RunTask' && (one.tdur ?? one.dur) > 50_000).length;
  return { work, memory, long };
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
/** One round from the bet until the next bets are taken. */
async function playRound(page, spot, keys) {
  await page.locator(`[data-spot="${spot}"]`).click();
  await page.waitForSelector('.bar .go:not(:disabled)');
  await page.keyboard.press('g');
  for (const key of keys) {
    await page.waitForSelector('.decide', { timeout: 60_000 });
    await page.waitForTimeout(1500);
    await page.keyboard.press(key);
  }
  // The round is over and told when bets are taken again.
  await page.waitForSelector(`[data-spot="${spot}"][aria-disabled="true"]`, { timeout: 60_000 });
  await page.waitForSelector(`[data-spot="${spot}"][aria-disabled="false"]`, { timeout: 90_000 });
}

for (const [game, spot, keys] of GAMES) {
  if (in3d && game !== 'spin-n-win') continue;
  const page = await browser.newPage();
  const link = await openTable(page, base, game);
  await sitDown(page, link, base);
  const session = await throttle(page, { network: false });
  for (let round = 1; round <= ROUNDS; round += 1) {
    await page.waitForSelector(`[data-spot="${spot}"][aria-disabled="false"]`, { timeout: 60_000 });
    const { work, memory, long } = measured(await traced(session, () => playRound(page, spot, keys)));
    const p95 = percentile(work, 0.95);
    console.log(
      `${game}${in3d ? ' 3d' : ''}, round ${round}: ${work.length} frames, script per frame median ${percentile(work, 0.5).toFixed(2)} ms, ` +
        `p95 ${p95.toFixed(2)} ms, p99 ${percentile(work, 0.99).toFixed(2)} ms, max ${Math.max(0, ...work).toFixed(2)} ms ` +
        `(${Math.max(0, ...work.map((ms, at) => ms - memory[at])).toFixed(2)} without tidying memory); ` +
        `${work.filter((ms) => ms > LIMIT_MS).length} frames over ${LIMIT_MS} ms ` +
        `(${work.filter((ms, at) => ms - memory[at] > LIMIT_MS).length} without), ${long} tasks over 50 ms`,
    );
    if (p95 > LIMIT_MS) process.exitCode = 1;
  }
  await page.close();
}
await browser.close();
