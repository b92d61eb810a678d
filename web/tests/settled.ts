/** Before every file: what is still being fetched when it ends is waited for, or the next would not find it. */
import { afterAll, vi } from 'vitest';

afterAll(() => vi.dynamicImportSettled());
