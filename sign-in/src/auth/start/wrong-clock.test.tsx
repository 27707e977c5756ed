import { hours, minutes } from '@app/contract/fields/durations.ts';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { openApp, tokensFor } from '#test/open-app.tsx';
import { preloadScreens } from '#test/preload-screens.ts';

preloadScreens('success');
afterEach(() => vi.useRealTimers());

const email = 'ada@northline.test';
const signedIn = () => screen.findByRole('heading', { name: 'Authentication successful!' });
const realNow = Date.parse('2026-11-21T12:00:00Z');
let count = 0;
/** Tokens by the service's clock, which is right. */
const tokens = () => ({
  ...tokensFor(email, { serverNow: realNow }),
  refresh_token: `refresh-${(count += 1)}`,
});

test.each([
  -hours(26),
  -hours(24),
  -hours(3),
  ...[-20, -16, -14, -5, 0, 5, 14, 16, 20].map((many) => minutes(many)),
  hours(3),
  hours(24),
  hours(26),
])('a clock that is %i ms off signs nobody out and costs no refresh', async (offset) => {
  vi.useFakeTimers({ toFake: ['Date'], now: realNow + offset });
  document.cookie = '';
  localStorage.clear();
  const replies = {
    signInWithPassword: () => ({ answer: { basic: tokens() } }),
    refreshTokens: () => ({ answer: tokens() }),
  };
  const first = openApp(replies);
  await first.user.type(screen.getByRole('textbox', { name: 'Email' }), email);
  await first.user.type(screen.getByLabelText('Password'), 'Kestrel-Harbour-27!{Enter}');
  await signedIn();
  const calls = [first.calls];
  // For the last two, the clock has been corrected.
  for (const at of [offset, offset, 0, 0]) {
    cleanup();
    vi.setSystemTime(realNow + at);
    calls.push(openApp(replies).calls);
    await signedIn();
  }
  const refreshes = calls.flat().filter(({ name }) => name === 'refreshTokens');
  expect(refreshes.length).toBeLessThanOrEqual(1);
});
