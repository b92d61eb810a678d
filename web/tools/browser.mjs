/** An installed Chromium with an empty profile: CHROMIUM names it, else the first found on PATH. */
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';

const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'chrome'];

function find() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
  if (!found) throw new Error('no Chromium found; install one or set CHROMIUM to its path');
  return found;
}

export function launch(extra, options = {}) {
  return chromium.launchPersistentContext(mkdtempSync(join(tmpdir(), 'pitboss-web-')), {
    executablePath: process.env.CHROMIUM ?? find(),
    args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync', ...extra],
    ...options,
  });
}
