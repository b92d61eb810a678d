/** The colour of a page is its game's, for as long as the page is shown. Called by a page's script. */

export function wear(game: () => string): void {
  $effect(() => {
    document.documentElement.dataset['game'] = game();
    return () => {
      delete document.documentElement.dataset['game'];
    };
  });
}
