/** What a device asks for, and changes its mind about, while a page is open. */
import { afterEach, expect, it, vi } from 'vitest';

/** A device that asks for nothing at first; what it asks for later is called. */
function device(connection = { saveData: false }) {
  const wants = new Set<string>();
  const heard = new Map<string, () => void>();
  vi.stubGlobal('navigator', { connection });
  vi.stubGlobal('matchMedia', (query: string) => ({
    get matches() {
      return wants.has(query);
    },
    addEventListener: (_: string, hear: () => void) => heard.set(query, hear),
  }));
  return (query: string) => {
    wants.add(query);
    heard.get(query)?.();
  };
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

it('follows the device’s theme and motion', async () => {
  const root = { dataset: {} as Record<string, string> };
  vi.stubGlobal('document', { documentElement: root });
  const ask = device();
  vi.resetModules();
  const { wishes } = await import('../src/lib/wishes.svelte');
  wishes.dress();
  expect([root.dataset['theme'], wishes.isStill, wishes.in3d]).toEqual(['dark', false, true]);
  ask('(prefers-color-scheme: light)');
  ask('(prefers-reduced-motion: reduce)');
  expect([root.dataset['theme'], wishes.isStill, wishes.in3d]).toEqual(['light', true, false]);
});

it.each([{ saveData: true }, { saveData: false }])('draws in three dimensions unless data is saved: %o', async (connection) => {
  device(connection);
  vi.resetModules();
  const { wishes } = await import('../src/lib/wishes.svelte');
  expect(wishes.in3d).toBe(!connection.saveData);
});
