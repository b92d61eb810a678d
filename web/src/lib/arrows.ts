/** Put on a radio group of buttons: arrows go from one to the next and choose it, as in any form. */

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export function arrows(group: HTMLElement): () => void {
  function pressed(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    if (step === undefined) return;
    const all = [...group.querySelectorAll<HTMLButtonElement>('[role=radio]:not(:disabled)')];
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    const next = all[(at + step + all.length) % all.length];
    if (at < 0 || !next) return;
    event.preventDefault();
    event.stopPropagation();
    next.focus();
    next.click();
  }
  group.addEventListener('keydown', pressed);
  return () => group.removeEventListener('keydown', pressed);
}
