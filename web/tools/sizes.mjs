/** What a first visit fetches, compressed, without the part in three dimensions; fails over 120 kB. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const LIMIT = 120 * 1024;
const folder = 'dist/assets';
const packed = (file) =>
  /woff2$/.test(file) ? readFileSync(file).length : gzipSync(readFileSync(file), { level: 9 }).length;

const html = readFileSync('dist/index.html', 'utf8');
const all = readdirSync(folder);
const first = all.filter((name) => html.includes(name) || /woff2$/.test(name));
const isLater = (name) => /tops3d/.test(name);
const sum = (names) => names.reduce((total, name) => total + packed(join(folder, name)), 0);
const rows = [
  ['first page (lobby)', sum(first) + packed('dist/index.html')],
  ['everything but three dimensions', sum(all.filter((name) => !isLater(name))) + packed('dist/index.html')],
  ['three dimensions, later', sum(all.filter(isLater))],
];
for (const [what, bytes] of rows) console.log(`${(bytes / 1024).toFixed(1).padStart(8)} kB  ${what}`);
if (rows[1][1] > LIMIT) {
  console.error(`more than ${LIMIT / 1024} kB without three dimensions`);
  process.exitCode = 1;
}
