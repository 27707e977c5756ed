import Fastify from 'fastify';
import { expect, it } from 'vitest';

import { collectLoggedPaths } from './request-address.ts';

const app = Fastify();
const loggedPath = collectLoggedPaths(app);
for (const url of [
  '/password/reset',
  '/dashboard*',
  '/auth/v1/companies/:id/users/:userId',
  '/assets/main-ab12.js',
])
  app.get(url, () => '');

const id = '19b096b0-352b-411b-a29d-e1303c80f257';
it.each([
  ['/', '/'],
  ['/password/reset?code=abc#d', '/password/reset'],
  ['/password/reset/Kestrel-Harbour-27', '/password/reset/…'],
  ['/password/reset/', '/password/reset/'],
  [`/auth/v1/companies/${id}/users/x`, `/auth/v1/companies/${id}/users/…`],
  ['/dashboard/people', '/dashboard/…'],
  ['/assets/main-ab12.js', '/assets/main-ab12.js'],
  ['/wp-login.php', '/…'],
  ['//evil.test/:id', '//…/…'],
  ['*', '…'],
])('logs %s as %s', (url, logged) => {
  expect(loggedPath(url)).toBe(logged);
});
