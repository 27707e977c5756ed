import { pageErrorValues, ssoErrorValues } from '@app/contract/fields/vocabulary.ts';
import { expect, test } from 'vitest';

import type { AuthEvent } from '#auth/auth-state.ts';
import type { Notice } from '#forms/notices.ts';
import { allTexts, network, servicesOn } from '#test/open-app.tsx';

import { takePageError } from './page-error.ts';

/** Takes the error from an address as the app does, and checks that a second call finds none. */
async function look(address: string, status: 'AUTHENTICATED' | 'NOT_AUTHENTICATED' = 'NOT_AUTHENTICATED') {
  history.replaceState({ step: 'password' }, '', address);
  const entries = history.length;
  const said: Notice[] = [];
  const events: AuthEvent[] = [];
  const deps = { ...servicesOn(network({}).fetch), dispatch: (event: AuthEvent) => void events.push(event) };
  const page = { deps, status, say: (notice: Notice) => void said.push(notice), texts: allTexts };
  await Promise.all([takePageError(page), takePageError(page)]);
  expect(history.length).toBe(entries);
  return {
    said,
    events,
    address: location.pathname + location.search + location.hash,
    state: history.state as unknown,
  };
}

test.each(pageErrorValues)('%s is one critical toast on login', async (value) => {
  const { said, events, address, state } = await look(`/login?lng=de&error=${value}&x=1#y`);
  expect(said).toMatchObject([{ variant: 'critical', words: expect.stringMatching(/^errors\./) as string }]);
  expect([events, address, state]).toEqual([[], '/login?lng=de&x=1#y', { step: 'password' }]);
});

test.each(pageErrorValues)(
  '%s elsewhere leads to login as well, and the one toast says so',
  async (value) => {
    for (const path of ['/password/forgot', '/login/success', '/status', '/login/sso']) {
      const { said, address } = await look(`${path}?error=${value}&x=1`);
      expect(said).toEqual([
        {
          variant: 'critical',
          words: expect.stringMatching(/^errors\./) as string,
          also: 'notices.redirected',
        },
      ]);
      expect(address).toBe('/login?x=1');
    }
  },
);

test.each(ssoErrorValues)(
  '%s is a credentials error of the SSO strategy, on login and elsewhere',
  async (value) => {
    for (const path of ['/login', '/login/', '/login/sso', '/password/forgot']) {
      const { said, events, address } = await look(`${path}?error=${value}&redirect=%2Fx`);
      expect(said).toEqual([]);
      expect(events).toEqual([
        {
          type: 'signInError',
          error: 'errors.credentials',
          strategy: 'saml',
          kind: 'saml',
          advice: expect.stringMatching(/^sso\.\w/) as string,
        },
      ]);
      expect(address).toBe(`${path === '/login/' ? '/login/' : '/login'}?redirect=%2Fx`);
    }
  },
);

test('a signed-in person stays signed in and sees no error about login', async () => {
  const sso = await look('/login/success?error=sso-denied', 'AUTHENTICATED');
  expect([sso.events, sso.said]).toEqual([[], [{ words: 'errors.credentials', variant: 'critical' }]]);
  const other = await look('/password/forgot?error=network', 'AUTHENTICATED');
  expect(other.said).toEqual([{ words: 'errors.network', variant: 'critical' }]);
});

test('the result of a logout at the provider is shown once on login to a signed-out person', async () => {
  for (const [value, variant] of [
    ['logged-out', 'success'],
    ['logged-out-here', 'info'],
  ] as const) {
    const { said, address } = await look(`/login?lng=de&notice=${value}`);
    expect(said).toMatchObject([{ variant, words: expect.stringMatching(/^notices\.loggedOut/) as string }]);
    expect(address).toBe('/login?lng=de');
    expect((await look(`/login?notice=${value}`, 'AUTHENTICATED')).said).toEqual([]);
  }
  for (const value of ['', 'constructor', 'Logged-Out', '<b>']) {
    const { said, address } = await look(`/login?notice=${encodeURIComponent(value)}`);
    expect([said, address]).toEqual([[], '/login']);
  }
});

test('other values show nothing and are removed from the address', async () => {
  const values = [
    '',
    'Not-Found',
    'constructor',
    '__proto__',
    '<b>',
    'sso-',
    'SSO-DENIED',
    'a'.repeat(5000),
    'not-found ',
  ];
  for (const value of values) {
    const { said, events, address } = await look(`/status?x=1&error=${encodeURIComponent(value)}`);
    expect([said, events, address]).toEqual([[], [], '/status?x=1']);
  }
});

test('of several errors the first is shown and all are removed from the address', async () => {
  const { said, address } = await look('/login?error=network&error=unknown');
  expect(said).toEqual([{ words: 'errors.network', variant: 'critical' }]);
  expect(address).toBe('/login');
});

test('an address without an error is not changed', async () => {
  expect((await look('/login?errors=network')).address).toBe('/login?errors=network');
});
