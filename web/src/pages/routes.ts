/** Which page an address shows. A page is fetched when it is first gone to, but for the lobby. */

import type { Component } from 'svelte';
import LobbyPage from '../lobby/LobbyPage.svelte';
import { dialAhead } from '../wire/dial';

/** What a page is given: the parts of its address, and the way to another page. */
export interface PageProps {
  readonly at: Readonly<Record<string, string>>;
  readonly go: (address: string) => void;
}

type Page = Component<PageProps>;

interface Route {
  /** Parts after a colon are names: `/table/:table`; a part with a question mark may be missing. */
  readonly path: string;
  /** What its names look like, where they are not like all others. */
  readonly name?: string;
  readonly load: (at: Place['at']) => Promise<{ default: Page }> | { default: Page };
}

const ROUTES: readonly Route[] = [
  { path: '/', load: () => ({ default: LobbyPage }) },
  {
    path: '/table/:table',
    name: '[A-Za-z0-9_-]{1,32}',
    load: (at) => {
      dialAhead(at['table'] ?? '');
      return import('../table/LiveTable.svelte');
    },
  },
  { path: '/rounds', load: () => import('../rounds/RoundsPage.svelte') },
  { path: '/rounds/:round', load: () => import('../rounds/RoundPage.svelte') },
  { path: '/me', load: () => import('../me/MePage.svelte') },
  { path: '/simulate/:game?', load: () => import('../simulate/SimulatePage.svelte') },
  { path: '/desk', load: () => import('../desk/DeskPage.svelte') },
  { path: '/desk/:table', load: () => import('../desk/DeskTablePage.svelte') },
  { path: '/pit/:view?', name: 'floor|ratings|report|conditions|audit', load: () => import('../pit/PitPage.svelte') },
  { path: '/train', load: () => import('../trainers/TrainPage.svelte') },
  { path: '/train/payouts/:game?', load: () => import('../trainers/PayoutsPage.svelte') },
  { path: '/train/procedures/:game?', load: () => import('../trainers/ProceduresPage.svelte') },
  { path: '/train/hands', load: () => import('../trainers/HandsPage.svelte') },
  { path: '/protect/:game?', load: () => import('../protect/ProtectPage.svelte') },
  { path: '/proof/:game/:edition/against/:other', load: () => import('../proof/ComparePage.svelte') },
  { path: '/proof/:game/:edition?', load: () => import('../proof/ProofPage.svelte') },
  { path: '/proof', load: () => import('../proof/GamesIndex.svelte') },
  { path: '/workbench', load: () => import('../proof/GamesIndex.svelte') },
  { path: '/workbench/:game/:design?', load: () => import('../workbench/WorkbenchPage.svelte') },
];

/** A part of an address that may be a name: what games, tables, editions and rounds are called. */
const NAME = '[A-Za-z0-9._~-]{1,80}';

function pattern({ path, name: shape = NAME }: Route): RegExp {
  const parts = path.split('/').filter((part) => part !== '');
  const inner = parts.map((part) => {
    if (!part.startsWith(':')) return `/${part}`;
    const name = part.slice(1).replace('?', '');
    return part.endsWith('?') ? `(?:/(?<${name}>${shape}))?` : `/(?<${name}>${shape})`;
  });
  return new RegExp(`^${inner.join('')}/?$`);
}

const FOUND = ROUTES.map((route) => ({ route, pattern: pattern(route) }));

export interface Place {
  readonly route: Route;
  readonly at: Readonly<Record<string, string>>;
}

/** The page of an address, or null where there is none. */
export function placeOf(address: string): Place | null {
  for (const { route, pattern } of FOUND) {
    const match = pattern.exec(address);
    if (match === null) continue;
    const named = Object.entries(match.groups ?? {}).filter(([, value]) => value !== undefined);
    return { route, at: Object.fromEntries(named) };
  }
  return null;
}
