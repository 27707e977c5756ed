import { expect, test, vi } from 'vitest';

import { network, servicesOn, storedValues, tokensFor } from '#test/open-app.tsx';

import type { AuthEvent } from './auth-state.ts';
import { followOtherTabs } from './start.ts';

/** A session as a sign-in stores it. */
function storeSession(): void {
  const wire = tokensFor('ada@northline.test');
  storedValues().saveTokens(
    {
      accessToken: wire.access_token,
      idToken: wire.id_token,
      refreshToken: wire.refresh_token,
      expiresIn: wire.expires_in,
      refreshTokenExpirationDate: wire.refresh_token_expiration_date,
      authStrategy: wire.auth_strategy,
    },
    'authentication-ui',
  );
}

/** Follows until it is stopped: what it came to, and how often it has looked at what is stored. */
async function follow(signedIn: boolean) {
  const events: AuthEvent['type'][] = [];
  const services = servicesOn(network({}).fetch);
  const read = vi.spyOn(await services.stored(), 'readSession');
  const stop = followOtherTabs({ ...services, dispatch: ({ type }) => void events.push(type) }, signedIn);
  return { events, read, stop };
}

test('who was signed out elsewhere before anybody listened is signed out', async () => {
  const { events, stop } = await follow(true);
  await vi.waitFor(() => expect(events).toEqual(['signOut']));
  stop();
});

test('a session that is still there stays as it is', async () => {
  storeSession();
  const { events, read, stop } = await follow(true);
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(1));
  expect(events).toEqual([]);
  stop();
});

test('where nobody was signed in nothing is looked up', async () => {
  const { events, read, stop } = await follow(false);
  expect([events, read.mock.calls.length]).toEqual([[], 0]);
  stop();
});
