/** Before the tests in a browser: the product's base styles. An unexpected report of the console fails a test. */
import { afterEach, beforeEach, expect, vi } from 'vitest';

import './src/tokens/base.css';

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** Sets what the person's system wants; `null` takes a feature back to the browser's own. */
    emulate: (media: {
      forcedColors?: 'active' | null;
      reducedMotion?: 'reduce' | 'no-preference' | null;
    }) => Promise<void>;
  }
}

beforeEach(() => {
  vi.spyOn(console, 'error');
  vi.spyOn(console, 'warn');
});

afterEach(() => {
  expect(console.error, 'unexpected console.error').not.toHaveBeenCalled();
  expect(console.warn, 'unexpected console.warn').not.toHaveBeenCalled();
  vi.restoreAllMocks();
});
