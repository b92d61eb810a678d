/** The sound of each beat as it is told, where the player wants sound. */

import { sounds } from '../lib/sound';
import { wishes } from '../lib/wishes.svelte';
import { movedBy } from '../stages/registry';
import type { Beat } from '../story/beats';
import type { Desk } from './desk.svelte';

export function soundOf(desk: Desk, beat: Beat | null): void {
  if (!wishes.saved.sound) return;
  if (beat === 'draw') {
    sounds.draw(movedBy(desk.view?.game ?? '', desk.welcome?.beds ?? []), wishes.saved.quick);
  } else if (beat === 'take') {
    sounds.chip();
  } else if (beat === 'pay' && desk.lines.some((line) => line.result === 'win')) {
    sounds.win();
  }
}
