import { expect, test } from 'vitest';

import { allowedLogout, logoutAddress } from './allowed-logout.ts';

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
