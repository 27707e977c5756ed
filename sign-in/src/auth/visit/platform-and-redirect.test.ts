import { readLocal, writeLocal } from '@app/session/stored/local-values.ts';
import { expect, test, vi } from 'vitest';

import { settings } from '#test/open-app.tsx';

import { storePlatformAndRedirect } from './platform-and-redirect.ts';

const at = (address: string): void => history.replaceState(null, '', address);
const kept = () => readLocal('LOGIN_REDIRECT');

test('a known platform is stored and returned', () => {
  at('/login?platform=ios');
  expect([storePlatformAndRedirect(settings, false), readLocal('platform')]).toEqual(['ios', 'ios']);
  at('/login?platform=toaster');
  expect([storePlatformAndRedirect(settings, false), readLocal('platform')]).toEqual(['ios', 'ios']);
});

test('a redirect has priority over the stored platform and is stored', () => {
  writeLocal('platform', 'ios');
  at(`/login?redirect=${encodeURIComponent(`${settings.workspaceUrl}/calls`)}`);
  expect(storePlatformAndRedirect(settings, false)).toBe('aircall-workspace');
  expect(kept()).toBe(`${settings.workspaceUrl}/calls`);
  at('/password/forgot');
  expect(storePlatformAndRedirect(settings, false)).toBe('aircall-workspace');
});

test('a redirect that is not allowed is ignored and logged by its origin alone', () => {
  const told = vi.spyOn(console, 'info').mockImplementation(() => {});
  writeLocal('LOGIN_REDIRECT', settings.dashboardUrl);
  at('/login?redirect=https%3A%2F%2Fevil.test%2Fsecret%3Fq%3D1');
  expect(storePlatformAndRedirect(settings, false)).toBe('authentication-ui');
  at('/login?redirect=not%20an%20address');
  storePlatformAndRedirect(settings, false);
  expect(kept()).toBeUndefined();
  expect(told.mock.calls).toEqual([
    ['redirect refused', 'https://evil.test'],
    ['redirect refused', 'not an address'],
  ]);
});

test('a login page opened without a redirect removes the redirect of an earlier visit', () => {
  writeLocal('LOGIN_REDIRECT', settings.dashboardUrl);
  at('/login');
  expect(storePlatformAndRedirect(settings, true)).toBe('dashboard');
  expect(storePlatformAndRedirect(settings, false)).toBe('authentication-ui');
  expect(kept()).toBeUndefined();
});
