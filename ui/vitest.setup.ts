import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';

// Without it React does not know that act() is in use, and warns about every update.
Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

// React reports wrong use and hydration errors through the console: an unexpected report fails the test.
beforeEach(() => {
  vi.spyOn(console, 'error');
  vi.spyOn(console, 'warn');
});

afterEach(() => {
  cleanup();
  try {
    expect(console.error, 'unexpected console.error').not.toHaveBeenCalled();
    expect(console.warn, 'unexpected console.warn').not.toHaveBeenCalled();
  } finally {
    vi.restoreAllMocks();
    // Last: restoring a spy on a fake timer would put that timer back.
    vi.useRealTimers();
  }
});
