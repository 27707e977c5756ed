/** Before the tests in a browser: the product's base styles. An unexpected report of the console fails a test. */
import { afterEach, beforeEach, expect, vi } from 'vitest';

import './src/tokens/base.css';

beforeEach(() => {
  vi.spyOn(console, 'error');
  vi.spyOn(console, 'warn');
});

afterEach(() => {
  expect(console.error, 'unexpected console.error').not.toHaveBeenCalled();
  expect(console.warn, 'unexpected console.warn').not.toHaveBeenCalled();
  vi.restoreAllMocks();
});
