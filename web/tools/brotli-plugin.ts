/** Every text of a build compressed with Brotli beside it, for the server to send as it is. */

import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(html|js|css|svg|json|txt)$/;
/** Smaller files fit into one packet as they are. */
const SMALL = 1024;

export function brotli(folder: string): Plugin {
  return {
    name: 'brotli',
    apply: 'build',
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        const file = join(folder, name);
        if (!TEXT.test(name) || statSync(file).size <= SMALL) continue;
        const data = readFileSync(file);
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: data.length };
        writeFileSync(`${file}.br`, brotliCompressSync(data, { params }));
      }
    },
  };
}
