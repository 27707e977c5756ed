import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';

// React reports wrong use and hydration trouble through the console: what nobody expected fails the test.
beforeEach(() => {
  vi.spyOn(console, 'error');
  vi.spyOn(console, 'warn');
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  expect(console.error, 'unexpected console.error').not.toHaveBeenCalled();
  expect(console.warn, 'unexpected console.warn').not.toHaveBeenCalled();
  vi.restoreAllMocks();
});
