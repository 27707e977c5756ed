import { afterEach, vi } from 'vitest';

afterEach(() => {
  // Each test starts with a browser without stored values.
  for (const pair of document.cookie.split('; ')) {
    document.cookie = `${pair.split('=')[0]}=; Path=/; Max-Age=0`;
  }
  vi.useRealTimers();
});
