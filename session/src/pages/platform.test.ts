import { beforeEach, expect, test } from 'vitest';

import { originPlatform, storePlatform } from './platform.ts';

const places = {
  publicUrl: 'https://login.corp.test',
  allowedOrigins: ['https://login.corp.test'],
  dashboardUrl: 'https://dash.corp.test',
  workspaceUrl: 'https://work.corp.test',
  desktopUrl: 'northline://open',
  authUrl: 'https://auth.corp.test',
  identityUrl: 'https://id.corp.test',
};
let local: Map<string, string>;
const storage = {
  getItem: (key: string) => local.get(key) ?? null,
  setItem: (key: string, value: string) => void local.set(key, value),
  removeItem: (key: string) => void local.delete(key),
};
beforeEach(() => void (local = new Map()));

test.each([
  ['?platform=ios', 'ios'],
  ['?lng=de&platform=aircall-workspace', 'aircall-workspace'],
  ['?platform=IOS', undefined],
  ['?platform=', undefined],
  ['?platform=evil', undefined],
  ['?platform=__proto__', undefined],
  ['?platforms=ios', undefined],
  ['', undefined],
])('of the address %s the platform %s is kept', (search, expected) => {
  storePlatform(search, storage);
  expect(local.get('platform')).toBe(expected);
});

test('an unknown platform does not replace a stored one', () => {
  storePlatform('?platform=android', storage);
  storePlatform('?platform=windows', storage);
  expect(local.get('platform')).toBe('android');
});

test.each([
  ['https://dash.corp.test/calls', 'ios', 'dashboard'],
  ['https://work.corp.test/', undefined, 'aircall-workspace'],
  ['https://login.corp.test/login', 'ios', 'authentication-ui'],
  ['https://auth.corp.test/', 'ios', 'ios'],
  ['northline://open', undefined, 'authentication-ui'],
  [undefined, 'android', 'android'],
  [undefined, 'evil', 'authentication-ui'],
  [undefined, undefined, 'authentication-ui'],
])('with the redirect %s and the stored platform %s somebody comes from %s', (redirect, stored, expected) => {
  if (stored !== undefined) local.set('platform', stored);
  expect(originPlatform({ redirect, places }, storage)).toBe(expected);
});

test('without storage the platform is the app itself', () => {
  storePlatform('?platform=ios', undefined);
  expect(originPlatform({ redirect: undefined, places }, undefined)).toBe('authentication-ui');
});
