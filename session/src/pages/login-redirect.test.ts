import { beforeEach, expect, test } from 'vitest';

import {
  clearStaleRedirect,
  storeLoginRedirect,
  readLoginRedirect,
  takeLoginRedirect,
  type PageVisit,
  originPlatform,
  storePlatform,
} from './login-redirect.ts';

const places = {
  publicUrl: 'https://login.corp.test',
  allowedOrigins: ['https://login.corp.test'],
  dashboardUrl: 'https://dash.corp.test',
  workspaceUrl: 'https://work.corp.test',
  desktopUrl: 'northline://open',
  authUrl: 'https://auth.corp.test',
  identityUrl: 'https://id.corp.test',
};
const target = 'https://dash.corp.test/calls?page=2';
let local: Map<string, string>;
const storage = {
  getItem: (key: string) => local.get(key) ?? null,
  setItem: (key: string, value: string) => void local.set(key, value),
  removeItem: (key: string) => void local.delete(key),
};
beforeEach(() => void (local = new Map()));

test('an allowed redirect is stored until it is used once', () => {
  expect(storeLoginRedirect(target, places, storage)).toBe(target);
  expect(readLoginRedirect(places, storage)).toBe(target);
  expect(local.get('LOGIN_REDIRECT')).toBe(target);
  expect(takeLoginRedirect(places, storage)).toBe(target);
  expect(takeLoginRedirect(places, storage)).toBeUndefined();
  expect(local.size).toBe(0);
});

test('a redirect that is not allowed is not stored and removes the stored one', () => {
  storeLoginRedirect(target, places, storage);
  expect(storeLoginRedirect('https://evil.test/', places, storage)).toBeUndefined();
  expect(takeLoginRedirect(places, storage)).toBeUndefined();
});

test('a stored redirect that another script wrote is checked when it is used', () => {
  for (const read of [readLoginRedirect, takeLoginRedirect]) {
    local.set('LOGIN_REDIRECT', 'javascript:alert(1)');
    expect(read(places, storage)).toBeUndefined();
    expect(local.size).toBe(0);
  }
});

test('a stored redirect to an origin that the settings no longer allow is not followed', () => {
  storeLoginRedirect(target, places, storage);
  const moved = { ...places, dashboardUrl: 'https://new.corp.test' };
  expect(takeLoginRedirect(moved, storage)).toBeUndefined();
});

test.each<[string, PageVisit, boolean]>([
  ['opened afresh', { pathname: '/login', search: '', awaitsCode: false, navigation: 'navigate' }, false],
  [
    'opened at the root',
    { pathname: '/', search: '?lng=de', awaitsCode: false, navigation: 'navigate' },
    false,
  ],
  [
    'of an unknown navigation',
    { pathname: '/login', search: '', awaitsCode: false, navigation: undefined },
    false,
  ],
  ['reloaded', { pathname: '/login', search: '', awaitsCode: false, navigation: 'reload' }, true],
  ['gone back to', { pathname: '/login', search: '', awaitsCode: false, navigation: 'back_forward' }, true],
  ['of an awaited code', { pathname: '/login', search: '', awaitsCode: true, navigation: 'navigate' }, true],
  [
    'of the SSO return',
    { pathname: '/login/sso', search: '', awaitsCode: false, navigation: 'navigate' },
    true,
  ],
  ['of a mail', { pathname: '/password/reset', search: '', awaitsCode: false, navigation: 'navigate' }, true],
  [
    'that asks again',
    { pathname: '/login', search: '?redirect=%2Flogin', awaitsCode: false, navigation: 'navigate' },
    true,
  ],
])('a page %s leaves the kept redirect: %#', (_page, visit, stays) => {
  storeLoginRedirect(target, places, storage);
  clearStaleRedirect(visit, storage);
  expect(local.has('LOGIN_REDIRECT')).toBe(stays);
});

test('without storage no redirect is followed and no call throws', () => {
  expect(storeLoginRedirect(target, places, undefined)).toBe(target);
  expect(takeLoginRedirect(places, undefined)).toBeUndefined();
});

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
