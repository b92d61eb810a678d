/** Starts the guided round: a name if there is none, and a real private table of one's own. */

import { me } from '../wire/me.svelte';
import { fetchPage, postForm } from '../wire/pages';
import type { OpenedTable, OwnTable } from '../wire/page_types';
import { guide } from './guide.svelte';

const NEWCOMER = 'Newcomer';

/** The table to learn at: an empty one of one's own, else a new one. */
export function tableToLearn(own: readonly OwnTable[], game: string, edition: string): string | null {
  const fits = own.find(
    (one) =>
      one.is_host &&
      one.game === game &&
      one.edition === edition &&
      one.bots === 0 &&
      one.people === (one.own_seat === null ? 0 : 1),
  );
  return fits?.table ?? null;
}

/** Opens the table and gives its address. */
export async function startGuide(game: string, edition: string, name: string): Promise<string> {
  if (me.known === null) await me.comeIn(name.trim() || NEWCOMER);
  const own = await fetchPage<readonly OwnTable[]>('/api/tables');
  const table =
    tableToLearn(own, game, edition) ??
    (await postForm<OpenedTable>('/api/tables', { game, edition })).table;
  guide.start(table);
  return `/table/${table}`;
}
