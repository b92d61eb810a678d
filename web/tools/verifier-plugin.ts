/**
 * The verifier of round files comes from one place: the scripts of the page that works from a disk.
 * This gives the front end the very same scripts as a module, so that the two cannot drift apart.
 */

import { readFileSync } from 'node:fs';

const NAME = 'virtual:round-verifier';
const SCRIPTS = new URL('../../src/pitboss/pit/offline/', import.meta.url);

/** The scripts that need no game's rules, with what they give as exports. */
export function verifierModule(): string {
  const parts = ['sha256', 'draws', 'checks'].map((name) => readFileSync(new URL(`${name}.js`, SCRIPTS), 'utf8'));
  return `${parts.join('')}\nexport { fromHex, playerHash, previousSeed, sha256, toHex, verifyRound };\n`;
}

export function roundVerifier() {
  return {
    name: 'round-verifier',
    resolveId: (id: string) => (id === NAME ? `\0${NAME}` : undefined),
    load: (id: string) => (id === `\0${NAME}` ? verifierModule() : undefined),
  };
}
