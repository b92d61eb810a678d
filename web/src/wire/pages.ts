/** Pages that are fetched and forms that are posted, with the server's own sentence if refused. */

import { release } from '../pages/release.svelte';
import type { Me } from './page_types';
import type { Refused } from './types';

/** What the server would not do: its code, its sentence, and the reference in its log. */
export class Trouble extends Error {
  constructor(
    readonly code: string,
    sentence: string,
    readonly reference: string,
    readonly status: number,
  ) {
    super(sentence);
  }
}

async function answered<Page>(answer: Response): Promise<Page> {
  const body: unknown = answer.status === 204 ? null : await answer.json().catch(() => null);
  if (answer.ok) return body as Page;
  const refused = (body ?? {}) as Partial<Refused>;
  throw new Trouble(
    refused.code ?? 'unreadable',
    refused.sentence ?? `The server answered ${answer.status}.`,
    refused.reference ?? '',
    answer.status,
  );
}

const JSON_ONLY = { accept: 'application/json' };

export async function fetchPage<Page>(path: string, signal?: AbortSignal): Promise<Page> {
  const wanted: RequestInit = { headers: JSON_ONLY };
  if (signal) wanted.signal = signal;
  return answered<Page>(await fetch(path, wanted));
}

/** Post a form. Staff who were idle are asked for their password, and then it is posted again. */
export async function postForm<Page>(path: string, form: unknown, signal?: AbortSignal): Promise<Page> {
  try {
    return await post<Page>(path, form, signal);
  } catch (problem) {
    if (!(problem instanceof Trouble) || problem.code !== 'prove-again') throw problem;
    const { askPassword } = await release.fetchPart(import('../account/prove'));
    if (!(await askPassword())) throw problem;
    return post<Page>(path, form, signal);
  }
}

/** With the token that forms need; whoever has no name yet has no token either. */
async function post<Page>(path: string, form: unknown, signal?: AbortSignal): Promise<Page> {
  const headers: Record<string, string> = { ...JSON_ONLY, 'content-type': 'application/json' };
  const me = await fetchPage<Me>('/api/me').catch(() => null);
  if (me !== null) headers['x-csrf-token'] = me.csrf;
  const wanted: RequestInit = { method: 'POST', headers, body: JSON.stringify(form) };
  if (signal) wanted.signal = signal;
  return answered<Page>(await fetch(path, wanted));
}

/** An id for a form: sent again under the same id, it has one effect. */
export const newId = (): string => crypto.randomUUID();
