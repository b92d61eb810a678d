/** Real views from the rules, exported by scripts/export_views. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { RulesPage } from '../src/wire/page_types';
import type { Changed, Checked, Shown, TableView, Welcome } from '../src/wire/types';

const FOLDER = resolve('gallery/views');

export interface Story {
  readonly welcome: Welcome;
  readonly frames: readonly Shown[];
  /** Each frame as it is sent: since the one before, and since the welcome; null where it is as it was. */
  readonly changes: readonly ({ readonly changed: Changed; readonly whole: Changed } | null)[];
  readonly house_way: Checked | null;
}

function read(name: string): unknown {
  const file = join(FOLDER, `${name}.json`);
  if (!existsSync(file)) throw new Error(`${name} is missing; run scripts/export_views first`);
  return JSON.parse(readFileSync(file, 'utf8'));
}
export const story = (name: string) => read(name) as Story;
export const rules = (game: string) => read(`rules-${game}`) as RulesPage;
/** All stories; without any a suite would vanish and the run still pass, so there must be some. */
export function storyNames(): string[] {
  const names = (existsSync(FOLDER) ? readdirSync(FOLDER) : [])
    .map((file) => file.replace('.json', ''))
    .filter((name) => name !== 'lobby' && !name.startsWith('rules-'));
  if (names.length === 0) throw new Error('there are no stories; run scripts/export_views first');
  return names;
}
export const views = (name: string): TableView[] => story(name).frames.map((frame) => frame.view);
