import { tokens } from '@app/contract/tokens/tokens.ts';
import { startChallenge } from '@app/session/stored/challenge.ts';
import * as v from 'valibot';
import { expect, test, vi } from 'vitest';

import { challengeNow, network, servicesOn, storedValues, tokensFor } from '#test/open-app.tsx';

import type { AuthEvent } from '#auth/auth-state.ts';
import { followOtherTabs, isProviderReturn } from './events-at-start.ts';

/** A session that a sign-in has stored. */
function storeSession(): void {
  const wire = tokensFor('ada@northline.test');
  storedValues().saveTokens(v.parse(tokens, wire), 'authentication-ui');
}

/** Follows the other tabs until it is stopped, and counts how often it reads the stored values. */
async function follow(signedIn: boolean) {
  const events: AuthEvent['type'][] = [];
  const services = servicesOn(network({}).fetch);
  const read = vi.spyOn(await services.stored(), 'readSession');
  const stop = followOtherTabs({ ...services, dispatch: ({ type }) => void events.push(type) }, signedIn);
  return { events, read, services, stop };
}

test('a sign-out in another tab before the listener was added signs this tab out', async () => {
  const { events, stop } = await follow(true);
  await vi.waitFor(() => expect(events).toEqual(['signOut']), { timeout: 60_000 });
  stop();
});

test('a session that is still stored stays signed in', async () => {
  storeSession();
  const { events, read, stop } = await follow(true);
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(1), { timeout: 60_000 });
  expect(events).toEqual([]);
  stop();
});

test('without a session at the start the stored values are not read', async () => {
  const { events, read, stop } = await follow(false);
  expect([events, read.mock.calls.length]).toEqual([[], 0]);
  stop();
});

test('the code step stays on a page that the back/forward cache restores', async () => {
  const { events, services, stop } = await follow(false);
  services.challenge.store(startChallenge('ada@northline.test', challengeNow(), Date.now()));
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await vi.waitFor(() => expect(events).toEqual(['signOut', 'codeStepOpened']));
  services.challenge.clear();
  stop();
});

test.each([
  ['/login/sso?state=s&code=c', true],
  ['/login/sso/?code=c', true],
  ['/login/sso?error=sso-denied&state=s', true],
  ['/login?lng=en#id_token=t&state=s', true],
  ['/login/#error=access_denied', true],
  ['/login/sso', false],
  ['/login/sso?error=sso-denied', false],
  ['/login/sso?encode=c', false],
  ['/login/ssofar?code=c&state=s', false],
  ['/login/success#id_token=t', false],
  ['/login?code=c&state=s', false],
  ['/login#top', false],
])('%s is a return from a provider: %s', (address, is) => {
  history.replaceState(null, '', address);
  expect(isProviderReturn()).toBe(is);
});
