/** Tests the 405 answers: an existing address called with another method (RFC 9110 §15.5.6). */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, expect, it } from 'vitest';
import { errorBody } from '@app/contract/calls/refusals.ts';

import { createTestApp } from '#test/setup/test-app.ts';

const service = await createTestApp();
afterAll(() => service.close());

const id = randomUUID();
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

it('answers 405 with Allow, also for a path with an id', async () => {
  const addresses = {
    [`/auth/v1/saml/${id}/login`]: 'GET',
    [`/auth/v1/saml/${id}/logout`]: 'GET, POST',
    [`/auth/v1/saml/${id}/metadata`]: 'GET, HEAD',
    [`/auth/v1/saml/${id}/acs`]: 'POST',
    [`/auth/v1/saml/no%20id/acs?x=/y`]: 'POST',
    [`/auth/v1/companies/${id}/saml/configuration`]: 'GET, HEAD, PUT, DELETE',
    [`/auth/v1/companies/${id}/users`]: 'GET, HEAD, PATCH',
    '/auth/v1/users/sessions/saml': 'POST',
    '/healthz': 'GET, HEAD',
  };
  for (const [url, allowed] of Object.entries(addresses)) {
    for (const method of methods) {
      if (allowed.split(', ').includes(method)) continue;
      const answer = await service.app.inject({ method, url });
      expect([url, method, answer.statusCode]).toEqual([url, method, 405]);
      expect(answer.headers.allow?.toString().split(', ').toSorted()).toEqual(
        [...allowed.split(', '), 'OPTIONS'].toSorted(),
      );
      if (method !== 'HEAD') expect(v.parse(errorBody, answer.json()).error.name).toBe('methodNotAllowed');
    }
  }
});

it('answers 404 for an unknown address, with every method', async () => {
  const nowhere = [
    `/auth/v1/saml/${id}`,
    `/auth/v1/saml/${id}/acs/`,
    `/auth/v1/saml/${id}/x/acs`,
    `/auth/v1/companies/${id}/saml/other`,
    '/auth/v1/saml/:companyId/none',
  ];
  for (const url of nowhere) {
    for (const method of methods) {
      const answer = await service.app.inject({ method, url });
      expect([url, method, answer.statusCode]).toEqual([url, method, 404]);
      expect(answer.headers.allow).toBeUndefined();
    }
  }
});

it('answers a person who opens a POST-only address with a page', async () => {
  const url = `/auth/v1/saml/${id}/acs`;
  const answer = await service.app.inject({ url, headers: { accept: 'text/html', 'accept-language': 'de' } });
  expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'POST, OPTIONS']);
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
});
