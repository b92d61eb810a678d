/**
 * What a visit fetches, compressed: node tools/sizes.mjs [DIST]. The first page is the lobby and a
 * table without three dimensions, of the game whose stage is largest; every page that is fetched later has its
 * own total. Fails when the lobby is over 70 kB, the first page over 105 kB or a later page, beyond it, over 60 kB.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const LOBBY_LIMIT = 70_000;
const FIRST_LIMIT = 105_000;
const PAGE_LIMIT = 60_000;
const dist = process.argv[2] ?? 'dist';
const folder = join(dist, 'assets');
const all = readdirSync(folder).filter((name) => !name.endsWith('.br'));
const text = (name) => readFileSync(join(folder, name), 'utf8');
const packed = (file) =>
  /woff2$/.test(file) ? readFileSync(file).length : gzipSync(readFileSync(file), { level: 9 }).length;
const sum = (names) => [...names].reduce((total, name) => total + packed(join(folder, name)), 0);

/** Files that a file names: what is imported or linked from it, now or later. */
const named = (source) => new Set(all.filter((name) => source.includes(name)));
/** Imports at the head of a file, and its own style sheet: fetched together with it. */
function together(names) {
  const found = new Set(names);
  for (const name of found) {
    if (!name.endsWith('.js')) continue;
    const heads = text(name).match(/(?:from|import)\s*["']\.\/([^"']+)["']/g) ?? [];
    for (const head of heads) found.add(head.replace(/^.*\.\//, '').replace(/["']$/, ''));
    const style = all.find((one) => one.endsWith('.css') && one.split('-')[0] === name.split('-')[0]);
    if (style) found.add(style);
  }
  return found;
}

const html = readFileSync(join(dist, 'index.html'), 'utf8');
// The rest of Latin is fetched where a letter of it stands.
const fonts = all.filter((name) => /-common.*\.woff2$/.test(name));
const lobby = together([...named(html), ...fonts]);
const table = together([...lobby, ...all.filter((name) => /^(LiveTable|weave)-/.test(name))]);
/** What a stage adds to a table; stages come with their games. */
const stages = all
  .filter((name) => /^\w+Stage-.*\.js$/.test(name))
  .map((name) => ({ name, own: [...together([name])].filter((one) => !table.has(one)) }))
  .sort((a, b) => sum(b.own) - sum(a.own));
const first = new Set([...table, ...(stages[0]?.own ?? [])]);
const isLater = (name) => /Page-.*\.js$|Panel-.*\.js$|^(Coach|start|PrivateTable|TablePanels|GamesIndex)-.*\.js$/.test(name);
const kB = (bytes) => `${(bytes / 1000).toFixed(1).padStart(8)} kB`;

const firstTotal = sum(first) + packed(join(dist, 'index.html'));
const lobbyTotal = sum(lobby) + packed(join(dist, 'index.html'));
console.log(`${kB(lobbyTotal)}  lobby`);
console.log(`${kB(firstTotal)}  first page: lobby and a table, without three dimensions`);
for (const { name, own } of stages) console.log(`${kB(sum(own))}  ${name.split('-')[0]}, with a table of its game`);
const solid = [...together(all.filter((name) => name.startsWith('tops3d')))].filter((name) => !first.has(name));
console.log(`${kB(sum(solid))}  three dimensions, later`);
let isOver = firstTotal > FIRST_LIMIT || lobbyTotal > LOBBY_LIMIT;
for (const name of all.filter(isLater).sort()) {
  if (first.has(name)) continue;
  const own = [...together([name])].filter((one) => !first.has(one));
  const bytes = sum(own);
  console.log(`${kB(bytes)}  ${name.split('-')[0]}, later`);
  isOver ||= bytes > PAGE_LIMIT;
}
if (isOver) {
  console.error(`over ${LOBBY_LIMIT / 1000} kB for the lobby, ${FIRST_LIMIT / 1000} kB for the first page or ${PAGE_LIMIT / 1000} kB for a later one`);
  process.exitCode = 1;
}
