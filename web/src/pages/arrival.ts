/** Going from page to page without a load: what a browser would do then is done here. */

let hasMoved = false;

/** Another page is gone to: it takes the focus when it is there. */
export function depart(): void {
  hasMoved = true;
}

/** Put on a page's main part: whoever came from another page goes on reading here. */
export function arrive(main: HTMLElement): void {
  const { activeElement } = document;
  if (hasMoved && (activeElement === null || activeElement === document.body)) main.focus({ preventScroll: true });
}
