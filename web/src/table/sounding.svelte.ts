/** Plays the sound of each beat, where the player wants sound. */

import { sounds } from '../lib/sound';
import { wishes } from '../lib/wishes.svelte';
import type { Desk } from './desk.svelte';

export function soundOf(desk: Desk): void {
  const { beat } = desk.teller;
  if (!wishes.saved.sound || beat === null) return;
  if (beat === 'draw') {
    if (desk.view?.game === 'spin-n-win') sounds.hum(wishes.saved.quick ? 2 : 9);
    else sounds.card();
  } else if (beat === 'take') {
    sounds.chip();
  } else if (beat === 'pay' && desk.lines.some((line) => line.seat === desk.seat && line.result === 'win')) {
    sounds.win();
  }
}
