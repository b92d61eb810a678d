/** Asks staff for their password again, over whatever page they are on. */

import { mount, unmount } from 'svelte';
import ProveSheet from './ProveSheet.svelte';

let asked: Promise<boolean> | null = null;

/** Whether the password was given; several acts that wait for it are asked together. */
export function askPassword(): Promise<boolean> {
  asked ??= new Promise((resolve) => {
    const sheet = mount(ProveSheet, {
      target: document.body,
      props: {
        onend: (isProved: boolean) => {
          asked = null;
          void unmount(sheet);
          resolve(isProved);
        },
      },
    });
  });
  return asked;
}
