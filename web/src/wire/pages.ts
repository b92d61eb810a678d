/** Pages that are fetched once. An answer that is no page is an error with the server's sentence. */

import type { Refused } from './types';

export async function fetchPage<Page>(path: string): Promise<Page> {
  const answer = await fetch(path, { headers: { accept: 'application/json' } });
  const body: unknown = await answer.json().catch(() => null);
  if (!answer.ok) {
    const refused = body as Partial<Refused> | null;
    throw new Error(refused?.sentence ?? `The server answered ${answer.status}.`);
  }
  return body as Page;
}
