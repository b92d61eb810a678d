/** How low the equipment of a game may get before the felt scrolls, in pixels. */
const LEAST: Readonly<Record<string, number>> = { 'spin-n-win': 132, 'gin-and-win': 216, 'flip-it': 112 };

export const stageLeast = (game: string): number => LEAST[game] ?? 140;
