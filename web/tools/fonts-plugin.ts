/**
 * The two faces in two parts each: what every page is written in, and the rest of Latin, which is
 * fetched only where a letter of it stands. Made at build from the packages' own files.
 */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const HERE = (path: string) => fileURLToPath(new URL(path, import.meta.url));
export const FONTS = HERE('../node_modules/.cache/pitboss-fonts');
/** Signs that hardly stand on a page count to the rest; of the weights only those that are used are kept. */
const FACES = {
  figtree: {
    file: '../node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
    rare: '#$*<=>@[\\]^_`{|}—',
    options: { variationAxes: { wght: { min: 400, max: 700, default: 400 } } },
  },
  yeseva: {
    file: '../node_modules/@fontsource/yeseva-one/files/yeseva-one-latin-400-normal.woff2',
    rare: '"#$*;<=>@[\\]^_`{|}×—',
    options: {},
  },
};
const between = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)).join('');
/** As fonts.css names it: plain letters, and the signs that our own sentences use. */
const COMMON = `${between(0x20, 0x7e)}\u00a0·×–—‘’“”…−`;
const REST = between(0xa1, 0x17f) + '€™';

export function fontParts(): Plugin {
  return {
    name: 'font-parts',
    async buildStart() {
      mkdirSync(FONTS, { recursive: true });
      for (const [name, { file, rare, options }] of Object.entries(FACES)) {
        const whole = readFileSync(HERE(file));
        const common = [...COMMON].filter((one) => !rare.includes(one)).join('');
        for (const [part, letters] of [['common', common], ['rest', REST + rare]] as const) {
          const made = await subsetFont(whole, letters, { targetFormat: 'woff2', ...options });
          writeFileSync(`${FONTS}/${name}-${part}.woff2`, made);
        }
      }
    },
  };
}
