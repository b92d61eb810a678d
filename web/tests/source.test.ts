/** What every source file keeps to, so that no page can forget it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../src');
const FILES = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(svelte|css|ts)$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(ROOT, name), 'utf8') }));

it('waits for nothing in a way that loses an error, or goes without what was fetched', () => {
  expect(FILES.filter(({ text }) => /\{#await /.test(text)).map(({ name }) => name)).toEqual([]);
});

const styles = FILES.filter(({ name }) => /\.(svelte|css)$/.test(name)).map(({ name, text }) => ({
  name,
  css: name.endsWith('.css') ? text : text.slice(text.indexOf('<style>')),
}));

it('writes in the six sizes of the theme', () => {
  const own = styles.flatMap(({ name, css }) =>
    [...css.matchAll(/font(?:-size)?: [^;]*?[\d.]+rem[^;]*;/g)].map(([found]) => `${name}: ${found}`),
  );
  expect(own).toEqual([]);
  const sizes = styles.find(({ name }) => name === 'theme/tokens.css')?.css.match(/--text-\w+:/g);
  expect(sizes).toHaveLength(6);
});

/** Where layouts change: the same place from above and from below, but for large screens, which begin somewhere. */
const LARGE = [1000, 1100, 1300, 1900, 2400];
const placesOf = (rule: 'media' | 'container', what: 'width' | 'height') => {
  const asked = styles.flatMap(({ css }) =>
    [...css.matchAll(new RegExp(`@${rule}[^{]*`, 'g'))].flatMap(([query]) => [...query.matchAll(new RegExp(`(max|min)-${what}: (\\d+)px`, 'g'))]),
  );
  const places = asked.map(([, side, px]) => (side === 'min' && !LARGE.includes(Number(px)) ? Number(px) - 1 : Number(px)));
  return [...new Set(places)].sort((a, b) => a - b);
};

it.each([
  ['media', 'width', [720, 1000, 1900, 2400]],
  // A window on its side, a low one, a laptop's; then a tall tablet and the walls' screens.
  ['media', 'height', [560, 720, 860, 1000, 1100, 1300]],
  ['container', 'width', [360, 600, 860]],
  // A stage that is low for its equipment, and one that is low for words over a hand.
  ['container', 'height', [200, 230]],
] as const)('changes its layout by the %s’s %s at these places and no other', (rule, what, places) => {
  expect(placesOf(rule, what)).toEqual(places);
});

it('puts nothing into a page as markup but its own drawings and the server’s charts', () => {
  const raw = FILES.filter(({ text }) => /\{@html|innerHTML|outerHTML|insertAdjacentHTML/.test(text)).map(({ name }) => name);
  expect(raw.sort()).toEqual(['Chip', 'ChipStack', 'PlayingCard', 'Sections', 'Top'].map((name) => `parts/${name}.svelte`));
});

it('has one look for what went wrong', () => {
  const looks = styles.filter(({ css }) => /^\s*\.trouble\b[^{]*\{/m.test(css)).map(({ name }) => name);
  expect(looks).toEqual(['theme/controls.css']);
});

it('says what went wrong in that look, but where it fills a place of its own', () => {
  const others = FILES.flatMap(({ name, text }) =>
    (text.match(/<[a-z]+ [^>]*role="alert"/g) ?? []).filter((tag) => !tag.includes('trouble')).map(() => name),
  );
  expect([...new Set(others)].sort()).toEqual([
    'App.svelte',
    'lobby/LobbyPage.svelte',
    'pages/NoSuchPage.svelte',
    'pit/Calls.svelte',
    'table/DealerCall.svelte',
    'table/LiveTable.svelte',
    'workbench/Workbench.svelte',
  ]);
});

it('uses no colour and no measure that is defined nowhere', () => {
  const all = FILES.map(({ text }) => text).join('\n');
  const set = new Set(all.match(/--[\w-]+(?=[:=]|',)/g) ?? []);
  const used = [...all.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name);
  expect(used.length).toBeGreaterThan(100);
  expect([...new Set(used)].filter((name) => !set.has(name))).toEqual([]);
});

it('has one place for each colour of a card', () => {
  const twice = styles.filter(({ name, css }) => !name.startsWith('theme/') && /\.four[^{]*\{[^}]*#[0-9a-f]{3,6}/.test(css));
  expect(twice.map(({ name }) => name)).toEqual([]);
});

it('uses every colour and measure of the theme', () => {
  const all = FILES.map(({ text }) => text).join('\n');
  const named = new Set(styles.filter(({ name }) => name.startsWith('theme/')).flatMap(({ css }) => css.match(/--[\w-]+(?=:)/g) ?? []));
  expect([...named].filter((name) => !all.includes(`var(${name}`))).toEqual([]);
});

it('has no export and no file that nobody uses', () => {
  const around = ['../gallery', '../tests', '../tools'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { encoding: 'utf8', withFileTypes: true })
      .filter((one) => one.isFile())
      .map((one) => readFileSync(join(ROOT, folder, one.name), 'utf8')),
  );
  const made = FILES.filter(({ name }) => !/wire\/(page_)?types\.ts$/.test(name));
  const unused: string[] = [];
  for (const { name, text } of made) {
    const others = [...FILES.filter((one) => one.name !== name).map((one) => one.text), ...around].join('\n');
    const stem = name.split('/').at(-1)?.replace(/\.(svelte\.ts|svelte|ts|css)$/, '') ?? name;
    if (!['App', 'main'].includes(stem) && !new RegExp(`['"/]${stem}(\\.svelte|\\.css)?['"]`).test(others) && stem !== 'index' && !name.endsWith('.d.ts')) unused.push(name);
    for (const [, what = ''] of text.matchAll(/^export (?:async )?(?:const|function|class|let) (\w+)/gm)) {
      if (!new RegExp(`\\b${what}\\b`).test(others)) unused.push(`${name}: ${what}`);
    }
  }
  expect(unused).toEqual([]);
});
