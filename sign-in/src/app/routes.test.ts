import { emailChangeCancelPath, emailChangePath } from '@app/contract/calls/endpoints.ts';
import { linkPages } from '@app/contract/pages/links.ts';
import { expect, test } from 'vitest';

import { routeOf } from './routes.ts';

const cases = [
  ['/', '', 'NOT_AUTHENTICATED', 'login', '/login'],
  ['/', '?lng=de&x=1', 'NOT_AUTHENTICATED', 'login', '/login?lng=de&x=1'],
  ['/', '', 'AUTHENTICATED', 'success', '/login/success'],
  ['/login', '?lng=de', 'NOT_AUTHENTICATED', 'login', undefined],
  ['/login/', '', 'NOT_AUTHENTICATED', 'login', '/login'],
  ['/login', '?lng=de', 'AUTHENTICATED', 'success', '/login/success?lng=de'],
  ['/login', '?redirect=%2Fx&lng=de', 'AUTHENTICATED', 'success', '/login/success?lng=de'],
  ['/login/success', '', 'AUTHENTICATED', 'success', undefined],
  ['/login/success', '?redirect=%2Fx', 'AUTHENTICATED', 'success', '/login/success'],
  ['/login/success', '', 'NOT_AUTHENTICATED', 'login', '/login'],
  ['/login/success', '?redirect=%2Fx', 'NOT_AUTHENTICATED', 'login', '/login?redirect=%2Fx'],
  ['/login/sso', '', 'NOT_AUTHENTICATED', 'sso', undefined],
  ['/login/sso', '?email=ada%40northline.test', 'NOT_AUTHENTICATED', 'sso', undefined],
  ['/login/sso/', '?x=1', 'NOT_AUTHENTICATED', 'sso', '/login/sso?x=1'],
  ['/login/sso', '?error=sso-denied&x=1', 'NOT_AUTHENTICATED', 'login', '/login?error=sso-denied&x=1'],
  ['/login/sso', '?x=1', 'AUTHENTICATED', 'success', '/login/success?x=1'],
  ['/login/other', '', 'NOT_AUTHENTICATED', 'login', '/login?error=not-found'],
  ['/nowhere', '?a=1', 'NOT_AUTHENTICATED', 'login', '/login?error=not-found'],
  ['/nowhere', '', 'AUTHENTICATED', 'success', '/login?error=not-found'],
  ['/nowhere', '', 'UNKNOWN', 'loading', '/login?error=not-found'],
  ['//evil.test', '', 'NOT_AUTHENTICATED', 'login', '/login?error=not-found'],
  ['/constructor', '', 'NOT_AUTHENTICATED', 'login', '/login?error=not-found'],
  ['/__proto__', '', 'NOT_AUTHENTICATED', 'login', '/login?error=not-found'],
  ['/LOGIN', '', 'NOT_AUTHENTICATED', 'login', '/login?error=not-found'],
  ['/%E2%80%AE', '', 'NOT_AUTHENTICATED', 'login', '/login?error=not-found'],
  ['/a.php', '', 'NOT_AUTHENTICATED', 'login', '/login?error=not-found'],
  ['/login/success/x', '', 'NOT_AUTHENTICATED', 'login', '/login?error=not-found'],
  ['/login', '', 'UNKNOWN', 'loading', undefined],
  ['/login/sso', '?x=1', 'UNKNOWN', 'loading', undefined],
] as const;

test.for(cases)('%s%s while %s shows %s at %s', ([path, search, status, screen, address]) => {
  expect(routeOf(path, search, status)).toEqual(address ? { screen, address } : { screen });
});

const open = {
  '/password/forgot': 'forgot-password',
  '/password/reset': 'new-password',
  '/password/new': 'new-password',
  '/users/confirmation': 'invitation',
  '/signup': 'sign-up',
  '/signup/confirm': 'confirm-sign-up',
  '/users/identity': 'confirm-identity',
  '/login/device': 'confirm-device',
  '/login/not-you': 'disown-sign-in',
  '/users/passkey': 'remove-passkey',
  [emailChangePath]: 'email-change',
  [emailChangeCancelPath]: 'email-change-cancel',
  '/action_result': 'action-result',
  '/status': 'status',
};
const everybody = Object.entries(open).flatMap(([path, screen]) =>
  (['UNKNOWN', 'NOT_AUTHENTICATED', 'AUTHENTICATED'] as const).map(
    (status) => [path, status, screen] as const,
  ),
);

test.each(everybody)('%s while %s shows %s, whoever is signed in', (path, status, screen) => {
  expect(routeOf(path, '?x=1', status)).toEqual({ screen });
  expect(routeOf(`${path}/`, '?x=1', status)).toEqual({ screen, address: `${path}?x=1` });
});

test('every page that a mail links to has a screen', () => {
  for (const path of Object.keys(linkPages)) expect(Object.keys(open)).toContain(path);
});
