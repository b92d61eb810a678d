/**
 * How long until a first visit can be used, on a throttled phone: node tools/interactive.mjs BASE
 * [runs] [scaled]. Usable means: what is to be pressed is there and drawn, and the main thread has answered. Each run
 * starts with an empty profile. With `scaled` the page runs at full speed, and what its main thread did is taken as four times
 * its processor time in place of the time that it took: Chromium slows a page by the clock, which is wrong where others
 * use the processor. Fails when the median of the lobby is over 1.2 s, or that of a table over 1.5 s.
 */
import { launch } from './browser.mjs';
import { openTable, percentile, throttle, timeTo, traced } from './visit.mjs';

const base = process.argv[2];
const runs = Number(process.argv[3] ?? 5);
const isScaled = process.argv.includes('scaled');
const SLOWER = 4;
if (!base) throw new Error('say which server: node tools/interactive.mjs http://127.0.0.1:8000');
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true };

/** A visit with an empty profile, timed from the first request to a button that answers. */
async function visit(address, selector) {
  const browser = await launch(['--disable-gpu'], phone);
  const page = browser.pages()[0] ?? (await browser.newPage());
  await page.goto('about:blank');
  const session = await throttle(page, { rate: isScaled ? 1 : SLOWER });
  let ms = 0;
  const events = await traced(session, async () => (ms = await timeTo(page, session, address, selector)));
  await browser.close();
  return isScaled ? ms + busy(events, ms) : ms;
}

/** What four times the main thread's processor time is more than the time that its tasks took, from the request until it was usable. */
function busy(events, ms) {
  const began = events.filter((one) => one.name === 'navigationStart' && one.args.data?.documentLoaderURL).at(-1);
  const tasks = events.filter(
    (one) => /RunTask$/.test(one.name) && one.ph === 'X' && one.pid === began.pid && one.tid === began.tid && one.ts >= began.ts && one.ts < began.ts + ms * 1000,
  );
  const outer = [];
  for (const one of tasks.sort((a, b) => a.ts - b.ts || b.dur - a.dur)) if (!outer.length || one.ts >= outer.at(-1).ts + outer.at(-1).dur) outer.push(one);
  const sum = (of) => outer.reduce((total, one) => total + of(one), 0) / 1000;
  return SLOWER * sum((one) => one.tdur ?? one.dur) - sum((one) => one.dur);
}

const maker = await launch(['--disable-gpu']);
const first = maker.pages()[0] ?? (await maker.newPage());
const link = await openTable(first, base, 'flip-it');
await maker.close();
const PAGES = [
  ['lobby', `${base}/`, '.games .btn.main', 1200],
  ['table by link', base + link, '.bar .btn.main', 1500],
];
for (const [name, address, selector, limit_ms] of PAGES) {
  const times = [];
  for (let run = 0; run < runs; run += 1) times.push(await visit(address, selector));
  const median = percentile(times, 0.5);
  console.log(`${name}: median ${median.toFixed(0)} ms, all ${times.map((ms) => ms.toFixed(0)).join(' ')} ms`);
  if (median > limit_ms) process.exitCode = 1;
}
