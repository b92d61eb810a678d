/** Accessibility of every page of the gallery by axe: node tools/axe.mjs. Fails on any violation. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { launch } from './browser.mjs';
import { serve } from './serve.mjs';

const PAGES = [
  'page=lobby',
  'page=lobby&offer',
  'story=spin-red-and-joker&frame=6&flat',
  'story=spin-red-and-joker&flat',
  'story=gin-player-wins&frame=11',
  'story=gin-player-wins',
  'story=flip-bonus&frame=7',
  'story=flip-bonus',
];
const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');
const { server, port } = await serve(resolve('dist-gallery'));
const browser = await launch(['--disable-gpu'], { reducedMotion: 'reduce' });
let found = 0;
for (const query of PAGES) {
  for (const theme of ['dark', 'light']) {
    for (const width of [1440, 390]) {
      const page = await browser.newPage();
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`http://127.0.0.1:${port}/gallery.html?${query}&theme=${theme}`);
      if (query.startsWith('story')) await page.waitForSelector('[data-ready=yes]', { timeout: 60000, state: 'attached' });
      await page.waitForTimeout(800);
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => globalThis.axe.run(document));
      for (const one of violations) {
        found += 1;
        console.error(`${query} ${theme} ${width}: ${one.id} (${one.impact}): ${one.help}`);
        for (const node of one.nodes.slice(0, 3)) console.error(`    ${node.target.join(' ')} ${node.any[0]?.message ?? ''}`);
      }
      await page.close();
    }
  }
}
await browser.close();
server.close();
console.log(`${found} findings on ${PAGES.length} pages, two themes, two widths`);
process.exitCode = found ? 1 : 0;
