import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';

// Without it React does not know that act() is in use, and warns about every update.
Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

// The first query on a screen waits until its chunk is read, which can be slow on a busy machine.
configure({ asyncUtilTimeout: 60_000 });

// React reports wrong use through the console: an unexpected report fails the test.
beforeEach(() => {
  vi.spyOn(console, 'error');
  vi.spyOn(console, 'warn');
});

afterEach(() => {
  cleanup();
  // Each test starts with a browser without stored values.
  localStorage.clear();
  sessionStorage.clear();
  for (const pair of document.cookie.split('; ')) {
    document.cookie = `${pair.split('=')[0]}=; Path=/; Max-Age=0`;
  }
  history.replaceState(null, '', '/dashboard');
  document.title = '';
  vi.useRealTimers();
  expect(console.error, 'unexpected console.error').not.toHaveBeenCalled();
  expect(console.warn, 'unexpected console.warn').not.toHaveBeenCalled();
  vi.restoreAllMocks();
});
