import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';

import { clearCookies } from '#test/cookies.ts';

// Without it React does not know that act() is in use, and warns of every update.
Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

// The first look at a screen of its own chunk takes as long as the machine takes to read the chunk.
configure({ asyncUtilTimeout: 60_000 });

// React reports wrong use and hydration trouble through the console: what nobody expected fails the test.
beforeEach(() => {
  vi.spyOn(console, 'error');
  vi.spyOn(console, 'warn');
});

afterEach(() => {
  cleanup();
  // Each test starts as a browser that was never here.
  localStorage.clear();
  sessionStorage.clear();
  clearCookies();
  for (const pair of document.cookie.split('; ')) {
    document.cookie = `${pair.split('=')[0]}=; Path=/; Max-Age=0`;
  }
  history.replaceState(null, '', '/login');
  vi.useRealTimers();
  expect(console.error, 'unexpected console.error').not.toHaveBeenCalled();
  expect(console.warn, 'unexpected console.warn').not.toHaveBeenCalled();
  vi.restoreAllMocks();
});
