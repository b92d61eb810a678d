/**
 * Screenshots of the gallery, to be looked at: node tools/shots.mjs OUT [word ...]
 * Only shots whose name holds one of the words are taken. Any error on a page is printed.
 */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { launch } from './browser.mjs';
import { serve } from './serve.mjs';

const SIZES = { desktop: [1440, 900], tablet: [820, 1180], phone: [390, 844], small: [360, 740], wall: [2560, 1440] };
const STORIES = [
  ['parts', 'page=parts'],
  ['lobby', 'page=lobby'],
  ['spin-betting', 'story=spin-red-and-joker&frame=6&flat'],
  ['spin-choose', 'story=spin-red-and-joker&frame=9&flat'],
  ['spin-paid', 'story=spin-red-and-joker&flat'],
  ['spin-3d', 'story=spin-red-and-joker'],
  ['spin-full', 'story=spin-full-table&flat'],
  ['spin-jokers', 'story=spin-two-jokers&flat'],
  ['spin-void', 'story=spin-void&frame=11&flat'],
  ['gin-betting', 'story=gin-player-wins&frame=4'],
  ['gin-hand', 'story=gin-player-wins&frame=11'],
  ['gin-paid', 'story=gin-player-wins'],
  ['gin-fold', 'story=gin-fold'],
  ['gin-noq', 'story=gin-no-qualify'],
  ['flip-betting', 'story=flip-bonus&frame=7'],
  ['flip-paid', 'story=flip-bonus'],
  ['flip-joker', 'story=flip-joker'],
  ['flip-moves', 'story=flip-moves'],
  ['seat-free', 'story=flip-win&frame=0'],
  ['why', 'story=spin-red-and-joker&flat', 'why?'],
  ['rules', 'story=gin-player-wins', 'rules'],
  ['verify', 'story=flip-win', 'verify'],
  ['screen', 'story=flip-win', 'screen'],
];

const [out, ...words] = process.argv.slice(2);
if (!out) throw new Error('say where to: node tools/shots.mjs OUT [word ...]');
mkdirSync(out, { recursive: true });
const { server, port } = await serve(resolve('dist-gallery'));
// Tops in three dimensions need WebGL in software, which is slow: only where the shot is about it.
const GL = words.includes('3d')
  ? ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader']
  : ['--disable-gpu'];
const browser = await launch(GL);
for (const [name, query, press] of STORIES) {
  for (const size of Object.keys(SIZES)) {
    for (const theme of ['dark', 'light']) {
      const shot = `${name}-${size}-${theme}`;
      if (!words.every((word) => shot.includes(word))) continue;
      const [width, height] = SIZES[size];
      const page = await browser.newPage();
      page.on('console', (said) => said.type() === 'error' && console.error(shot, said.text()));
      page.on('pageerror', (problem) => console.error(shot, problem.message));
      await page.setViewportSize({ width, height });
      await page.goto(`http://127.0.0.1:${port}/gallery.html?${query}&theme=${theme}`);
      if (query.startsWith('story')) await page.waitForSelector('[data-ready=yes]', { timeout: 60000, state: 'attached' });
      await page.waitForTimeout(query.includes('spin') ? 2500 : 1500);
      if (press) {
        await page.getByText(press, { exact: true }).first().click();
        await page.waitForTimeout(900);
      }
      await page.screenshot({ path: join(out, `${shot}.png`), fullPage: name === 'parts' });
      if (width < 720 && name !== 'parts') {
        await page.evaluate(() => window.scrollTo(0, 9999));
        await page.waitForTimeout(300);
        await page.screenshot({ path: join(out, `${shot}-end.png`) });
      }
      await page.close();
    }
  }
}
await browser.close();
server.close();
