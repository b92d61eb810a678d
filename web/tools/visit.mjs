/** What the measuring tools share: a visitor with a name, at a private table, over a real server. */

/** Come in with a name and open a table of a game; gives its address. */
export async function openTable(page, base, game, bots = 0) {
  await page.goto(base);
  return page.evaluate(
    async ([game, bots]) => {
      const send = async (path, form, token) => {
        const headers = { 'content-type': 'application/json', ...(token ? { 'x-csrf-token': token } : {}) };
        const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(form) });
        if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
        return answer.json();
      };
      const known = await fetch('/api/me');
      const me = known.status === 200 ? await known.json() : await send('/api/guest', { name: 'Measure' });
      return (await send('/api/tables', { game, bots }, me.csrf)).link;
    },
    [game, bots],
  );
}

/** A phone of the middle range: a quarter of this machine's speed, 1.6 Mbit/s, 150 ms. */
export async function throttle(page, { network = true, rate = 4 } = {}) {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  if (network) {
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: (1.6 * 1024 * 1024) / 8,
      uploadThroughput: (0.75 * 1024 * 1024) / 8,
    });
  }
  return session;
}

export const percentile = (values, share) => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
};

/** The table of a stranger who sits down at once. */
export async function sitDown(page, link, base) {
  await page.goto(base + link);
  await page.getByRole('button', { name: /^Seat 1\b/ }).click();
  await page.waitForSelector('.bar .go');
}

/** Notes when the first match was there, had been drawn, and the main thread was free again. */
function watchFor(selector) {
  const watch = new MutationObserver(() => {
    if (!document.querySelector(selector)) return;
    watch.disconnect();
    requestAnimationFrame(() => setTimeout(() => (window.usableAt = performance.now()), 0));
  });
  watch.observe(document, { subtree: true, childList: true });
}

/**
 * Milliseconds from the request of an address until what is looked for can be used. The page is asked
 * seldom and without Playwright's own scripts, which would be read at the throttled speed too.
 */
export async function timeTo(page, session, address, selector) {
  await page.addInitScript(watchFor, selector);
  await page.goto(address, { waitUntil: 'commit' });
  for (let asked = 0; asked < 600; asked += 1) {
    await new Promise((done) => setTimeout(done, 300));
    const { result } = await session.send('Runtime.evaluate', { expression: 'window.usableAt ?? 0' });
    if (result.value > 0) return result.value;
  }
  throw new Error(`${selector} did not come within three minutes`);
}

const CATEGORIES = ['toplevel', 'blink.user_timing', 'devtools.timeline', 'devtools.timeline.frame', 'v8', 'disabled-by-default-devtools.timeline', 'disabled-by-default-devtools.timeline.frame'];

/** A trace of what happens on the page while `play` runs. */
export async function traced(session, play) {
  const events = [];
  const take = ({ value }) => events.push(...value);
  session.on('Tracing.dataCollected', take);
  await session.send('Tracing.start', { categories: CATEGORIES.join(','), transferMode: 'ReportEvents' });
  await play();
  const done = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await done;
  session.off('Tracing.dataCollected', take);
  return events;
}
