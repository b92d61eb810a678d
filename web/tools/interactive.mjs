/**
 * How long until a first visit can be used, on a throttled phone: node tools/interactive.mjs BASE
 * [runs]. Usable means: what is to be pressed is there and drawn, and the main thread has answered. Each run
 * starts with an empty profile. Fails when the median of the lobby is over 1.2 s, or that of a table over 1.5 s.
 */
import { launch } from './browser.mjs';
import { openTable, percentile, throttle, timeTo } from './visit.mjs';

const base = process.argv[2];
const runs = Number(process.argv[3] ?? 5);
if (!base) throw new Error('say which server: node tools/interactive.mjs http://127.0.0.1:8000');
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true };

/** A visit with an empty profile, timed from the first request to a button that answers. */
async function visit(address, selector) {
  const browser = await launch(['--disable-gpu'], phone);
  const page = browser.pages()[0] ?? (await browser.newPage());
  await page.goto('about:blank');
  const ms = await timeTo(page, await throttle(page), address, selector);
  await browser.close();
  return ms;
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
