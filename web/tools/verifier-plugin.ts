/**
 * The verifier of round files comes from one place: the page that works from a disk. This gives
 * the front end the very same script as a module, so that the two cannot drift apart.
 */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const NAME = 'virtual:round-verifier';
const PAGE = fileURLToPath(new URL('../../src/pitboss/pit/offline/verify.html', import.meta.url));

/** The script of the page, with what it gives as exports. */
export function verifierModule(page: string): string {
  const script = page.split('<script id="verifier">')[1]?.split('</script>')[0];
  if (script === undefined) throw new Error('the offline page has no verifier');
  return `${script}\nexport { fromHex, playerHash, previousSeed, sha256, toHex, verifyRound };\n`;
}

export function roundVerifier() {
  return {
    name: 'round-verifier',
    resolveId: (id: string) => (id === NAME ? `\0${NAME}` : undefined),
    load: (id: string) => (id === `\0${NAME}` ? verifierModule(readFileSync(PAGE, 'utf8')) : undefined),
  };
}
