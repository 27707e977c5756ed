import { expect, test, vi } from 'vitest';

import { cookiePage } from '#test/cookie-page.ts';
import { serviceFetch, type Answering } from '#test/service.ts';
import { tokensAt } from '#test/tokens.ts';

import { createClient } from '#calls/client.ts';
import { createOtherTabs } from './other-tabs.ts';
import { signOut, allowedLogout, logoutAddress } from './sign-out.ts';
import { createStoredValues } from '#stored/stored-values.ts';

function signedIn(answering: Answering, samlLogoutUrl?: string) {
  const page = cookiePage({ href: 'https://auth.northline.test/login/success' });
  const stored = createStoredValues({ ...page, localStorage: undefined });
  if (samlLogoutUrl !== undefined) {
    page.document.cookie = `__Secure-saml_logout_url=${encodeURIComponent(samlLogoutUrl)}; Path=/; Secure`;
  }
  stored.saveTokens(tokensAt(Date.now(), 'a', { authStrategy: 'saml' }), 'dashboard');
  const service = serviceFetch(answering);
  const client = createClient({
    authUrl: 'https://auth.northline.test',
    platform: 'dashboard',
    fetch: service.fetch,
  });
  return { page, stored, client, service };
}

test('signing out ends the session in this tab, in the other tabs and at the service', async () => {
  const otherTab = new BroadcastChannel('session-news');
  const heard: unknown[] = [];
  otherTab.onmessage = ({ data }: MessageEvent) => heard.push(data.news);
  const { page, stored, client, service } = signedIn({
    revokeTokens: () => {
      // The service is called last: the stored values are already removed.
      expect(page.kept()).toEqual([]);
      return { answer: undefined };
    },
  });
  expect(await signOut(client, stored, createOtherTabs())).toEqual({ logoutUrl: undefined });
  expect(service.calls).toEqual([{ name: 'revokeTokens', body: { refreshToken: 'refresh-a' } }]);
  await vi.waitFor(() => expect(heard).toEqual(['signedOut']), { timeout: 60_000 });
  otherTab.close();
});

test('signing out succeeds for the person when the service cannot be reached', async () => {
  const { page, stored, client } = signedIn({ revokeTokens: () => 'lost' });
  await signOut(client, stored, createOtherTabs());
  expect(page.kept()).toEqual([]);
});

test('signing out waits for a silent service no longer than `revokeWait`', async () => {
  let ended: AbortSignal | null | undefined;
  const { stored, client } = signedIn({
    revokeTokens: (_body, { signal }) =>
      new Promise((_resolve, reject) => {
        ended = signal;
        signal?.addEventListener('abort', () => reject(signal.reason));
      }),
  });
  await signOut(client, stored, createOtherTabs(), 20);
  expect(ended?.aborted).toBe(true);
});

test('without a session no call is made', async () => {
  const { stored, client, service } = signedIn({});
  stored.clearSession();
  expect(await signOut(client, stored, createOtherTabs())).toEqual({ logoutUrl: undefined });
  expect(service.calls).toEqual([]);
});

test.each([
  ['https://idp.northline.test/logout?back=1', 'https://idp.northline.test/logout?back=1'],
  ['http://idp.northline.test/logout', undefined],
  ['javascript:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['//idp.northline.test/logout', undefined],
  ['/logout', undefined],
  ['https://ada@idp.northline.test/', undefined],
  ['https://ada:secret@idp.northline.test/', undefined],
  ['https://', undefined],
  ['', undefined],
])('the stored SAML logout address %s goes on to %s', async (address, expected) => {
  const { stored, client } = signedIn({ revokeTokens: () => ({ answer: undefined }) }, address);
  expect(await signOut(client, stored, createOtherTabs())).toEqual({ logoutUrl: expected });
});

const places = {
  publicUrl: 'https://login.corp.test',
  allowedOrigins: ['https://login.corp.test'],
  dashboardUrl: 'https://dash.corp.test/app',
  workspaceUrl: 'https://work.corp.test',
  desktopUrl: 'northline://open',
  authUrl: 'https://auth.corp.test',
  identityUrl: 'http://localhost:4001',
};

test.each([
  ['https://auth.corp.test/auth/v1/saml/7/logout?s=1', 'https://auth.corp.test/auth/v1/saml/7/logout?s=1'],
  ['https://login.corp.test', 'https://login.corp.test/'],
  ['http://localhost:4001/logout', 'http://localhost:4001/logout'],
  ['https://idp.other.test/logout', undefined],
  ['https://auth.corp.test.evil.test/logout', undefined],
  ['https://auth.corp.test@evil.test/', undefined],
  ['https://ada@auth.corp.test/', undefined],
  ['http://auth.corp.test/logout', undefined],
  ['https://auth.corp.test:8443/logout', undefined],
  ['northline://open', undefined],
  ['javascript:alert(1)', undefined],
  ['//auth.corp.test/logout', undefined],
  ['', undefined],
  [undefined, undefined],
])('signing out with the stored address %s goes on to %s', (address, expected) => {
  expect(allowedLogout(address, places)).toBe(expected);
});

test('an origin that the service names is allowed as well, on https', () => {
  const registered = ['https://idp.other.test', 'http://idp.plain.test'];
  expect(allowedLogout('https://idp.other.test/out', places, registered)).toBe('https://idp.other.test/out');
  expect(allowedLogout('http://idp.plain.test/out', places, registered)).toBeUndefined();
});

test('the form of an address is checked without any list of origins', () => {
  expect(logoutAddress('https://anywhere.test')).toBe('https://anywhere.test/');
  expect(logoutAddress('http://anywhere.test')).toBeUndefined();
  expect(logoutAddress('http://localhost.evil.test')).toBeUndefined();
  expect(logoutAddress('http://127.0.0.1:4000/x')).toBe('http://127.0.0.1:4000/x');
});
