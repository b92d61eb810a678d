/** The order of the games: where people sit comes first, then the kinder game. */

import type { GameCard } from '../wire/page_types';

const seated = (game: GameCard) =>
  game.tables.reduce((sum, table) => sum + table.seats - table.seats_free, 0);
/** A figure that is not worked out yet stands last. */
const edge = (game: GameCard) => Number.parseFloat(game.edge_percent ?? '') || Infinity;

export function inOrder(games: readonly GameCard[]): readonly GameCard[] {
  return [...games].sort(
    (a, b) => seated(b) - seated(a) || edge(a) - edge(b) || a.title.localeCompare(b.title),
  );
}

/** The house's own games, then every collection under its heading. */
export function byCollection(
  games: readonly GameCard[],
): readonly { readonly heading: string; readonly games: readonly GameCard[] }[] {
  const headings = [...new Set(games.map((game) => game.collection))].sort();
  return headings.map((heading) => ({
    heading,
    games: inOrder(games.filter((game) => game.collection === heading)),
  }));
}
