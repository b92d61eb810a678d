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
      const me = known.ok ? await known.json() : await send('/api/guest', { name: 'Measure' });
      return (await send('/api/tables', { game, bots }, me.csrf)).link;
    },
    [game, bots],
  );
}

/** A phone of the middle range: a quarter of this machine's speed, 1.6 Mbit/s, 150 ms. */
export async function throttle(page, { network = true } = {}) {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
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
