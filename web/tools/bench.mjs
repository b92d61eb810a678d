/**
 * How long the workbench and cached proof pages take: node tools/bench.mjs BASE [moves [game]]. Each
 * slider is moved as a finger does it, two places on the way 16 ms apart and then the last; the time is
 * from that last movement to the frame that shows the figures of the new numbers. Every last place is
 * new to the page; one that is refused is left out and counted. Then each proof page is loaded anew,
 * once to have it in the house's cache and six times for the clock. Fails over 300 ms at the 95th
 * percentile; 3 s for the general method of Gin & Win, 1 s for a proof page.
 */
import { launch } from './browser.mjs';
import { percentile, timeTo } from './visit.mjs';

const [base, wanted, only] = process.argv.slice(2);
if (!base) throw new Error('say which server: node tools/bench.mjs http://127.0.0.1:8000 [moves [game]]');
const MOVES = Number(wanted ?? 10);
const LIMIT_MS = 300;
const LONG_LIMIT_MS = 3000;
const PROOF_LIMIT_MS = 1000;
const LOADS = 6;
const SLIDERS = [
  ['spin-n-win', 'pays.single_red'],
  ['spin-n-win', 'tops.red'],
  ['spin-n-win', 'pays.combo_joker_joker'],
  ['flip-it', 'pays.call_it'],
  ['flip-it', 'cards.decks'],
  ['flip-it', 'cards.jokers'],
  ['flip-it', 'bonus.three_of_a_kind'],
  ['gin-and-win', 'pays.play_zero'],
  ['gin-and-win', 'bonus.zero'],
  ['gin-and-win', 'pays.ante'],
  ['gin-and-win', 'qualifier.rank'],
  ['gin-and-win', 'qualifier.score', LONG_LIMIT_MS],
];
const PROOFS = [
  ['spin-n-win', '/proof/spin-n-win/standard'],
  ['gin-and-win', '/proof/gin-and-win/wsgc-2017'],
  ['flip-it', '/proof/flip-it/call12-pay1'],
  ['gin-and-win', '/proof/gin-and-win/wsgc-2017/against/ten', 'main h2'],
];

/** The places of a slider in an order that never moves by one alone; the place it has is not among them. */
function places(input, most) {
  const from = Number(input.min);
  const to = Number(input.max);
  const all = Array.from({ length: to - from + 1 }, (_, at) => from + at).filter((at) => at !== Number(input.value));
  const step = Math.max(1, Math.floor(all.length / most));
  return all.filter((_, at) => at % step === step - 1).slice(0, most);
}

/** In the page: one movement; milliseconds until its figures are drawn, or null where it is refused. */
function move([field, place]) {
  const row = document.querySelector(`[data-field="${field}"]`);
  const input = row.querySelector('input[type=range]');
  const shown = document.querySelector('section.now');
  const put = (at) => {
    input.value = String(Math.max(Number(input.min), at));
    input.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const apart = () => new Promise((done) => setTimeout(done, 16));
  return (async () => {
    put(place - 2);
    await apart();
    put(place - 1);
    await apart();
    const began = performance.now();
    put(place);
    const value = () => row.querySelector('.field, select').value;
    for (;;) {
      await new Promise((frame) => requestAnimationFrame(frame));
      if (shown.dataset.changes === `${field}=${value()}` && !document.querySelector('.stale')) return performance.now() - began;
      if (row.querySelector('.refused').textContent) return null;
      if (performance.now() - began > 60_000) throw new Error(`${field} at ${place}: no figures within a minute`);
    }
  })();
}

function tell(name, times, limit, more = '') {
  const p95 = percentile(times, 0.95);
  console.log(`${name}: ${times.length} times, p50 ${percentile(times, 0.5).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms${more}`);
  if (times.length === 0 || p95 > limit) process.exitCode = 1;
}

const browser = await launch(['--disable-gpu'], { viewport: { width: 1280, height: 800 } });
for (const [game, field, limit = LIMIT_MS] of SLIDERS) {
  if (only && game !== only) continue;
  const page = await browser.newPage();
  await page.goto(`${base}/workbench/${game}`);
  await page.waitForSelector('[data-figure="edge"]', { timeout: 120_000 });
  const slider = page.locator(`[data-field="${field}"] input[type=range]`);
  const { min, max, value } = await slider.evaluate(({ min, max, value }) => ({ min, max, value }));
  const times = [];
  let refused = 0;
  for (const place of places({ min, max, value }, limit === LIMIT_MS ? MOVES : Math.min(5, MOVES))) {
    const ms = await page.evaluate(move, [field, place]);
    if (ms === null) refused += 1;
    else times.push(ms);
    await page.waitForTimeout(400);
  }
  tell(`${game} ${field}`, times, limit, refused ? `; ${refused} refused` : '');
  await page.close();
}
for (const [game, path, selector = '[data-figure="house-edge"]'] of PROOFS) {
  if (only && game !== only) continue;
  const times = [];
  for (let load = 0; load <= LOADS; load += 1) {
    const page = await browser.newPage();
    const ms = await timeTo(page, await page.context().newCDPSession(page), base + path, selector);
    if (load > 0) times.push(ms);
    await page.close();
  }
  tell(path, times, PROOF_LIMIT_MS);
}
await browser.close();
