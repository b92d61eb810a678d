/** Stories exported from the rules by scripts/export_views; nothing here is written by hand. */

import type { LobbyPage, RulesPage } from '../src/wire/page_types';
import type { Checked, Shown, Welcome } from '../src/wire/types';

export interface Story {
  readonly welcome: Welcome;
  readonly frames: readonly Shown[];
  readonly house_way: Checked | null;
}

const files = import.meta.glob<{ default: unknown }>('./views/*.json');

export const storyNames = Object.keys(files)
  .map((path) => path.replace('./views/', '').replace('.json', ''))
  .filter((name) => name !== 'lobby' && !name.startsWith('rules-'));

async function load(name: string): Promise<unknown> {
  const file = files[`./views/${name}.json`];
  if (!file) throw new Error(`no such story: ${name}; run scripts/export_views`);
  return (await file()).default;
}

export const loadStory = async (name: string) => (await load(name)) as Story;
export const loadRules = async (game: string) => (await load(`rules-${game}`)) as RulesPage;
export const loadLobby = async () => (await load('lobby')) as LobbyPage;
