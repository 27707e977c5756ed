/**
 * Threat C9: the uploaded metadata of a company's identity provider is returned as read, and a sign-in uses it.
 */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, describe, expect, it } from 'vitest';
import { samlConfigurationAnswer } from '@app/contract/calls/saml-configuration.ts';

import { insertCompany, claimDomain } from '#store/accounts/accounts.ts';
import { findCompanyOfDomain, findSamlConfiguration } from '#store/accounts/saml-configurations.ts';
import { keyDescriptor, plainMetadata, shapesOfProviders } from '#test/saml/idp-metadata.ts';
import { createUploads, endIn, makeCertificate, saysNo } from '#test/saml/saml-uploads.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { eventsOf } from '#test/setup/test-deps.ts';

const [first, second] = [await makeCertificate(365), await makeCertificate(20)];
const usual = plainMetadata({ keys: keyDescriptor(first), logout: 'https://idp.harbour.test/out' });

const service = await createTestApp();
const uploads = createUploads(service);
afterAll(() => service.close());

describe('an admin', () => {
  it('gets the values that were read from the file, and a sign-in uses them', async () => {
    const admin = await uploads.signedIn();
    const shapes = Object.entries(shapesOfProviders(first, second));
    for (const [name, { xml, reads }] of shapes) {
      const answer = await uploads.upload(admin, { file: xml });
      expect(answer.statusCode, name).toBe(200);
      const read = v.parse(samlConfigurationAnswer, answer.json());
      expect(read).toMatchObject({ entityId: reads.entityId, ssoUrl: reads.ssoUrl });
      expect([read.logoutUrl, read.emailAttribute]).toEqual([reads.logoutUrl, reads.emailAttribute]);
      expect(read.certificates).toHaveLength(reads.certificates.length);
      expect(await findSamlConfiguration(service.deps.store.relaxed, admin.companyId)).toEqual({
        companyId: admin.companyId,
        ...reads,
      });
    }
    const events = await eventsOf(service.deps, admin.id);
    expect(events.filter(({ kind }) => kind === 'samlConfigured')).toHaveLength(shapes.length);
    const refreshed = await service.app.inject({
      method: 'POST',
      url: '/auth/v2/tokens/refresh',
      payload: { refreshToken: admin.tokens.refresh_token },
    });
    expect(refreshed.statusCode).toBe(200);
  });

  it('gets a warning about certificates that end soon', async () => {
    const admin = await uploads.signedIn();
    const answer = await uploads.upload(admin, {
      file: plainMetadata({ keys: keyDescriptor(first) + keyDescriptor(second) }),
    });
    const { certificates } = v.parse(samlConfigurationAnswer, answer.json());
    expect(certificates.map(({ notAfter }) => notAfter)).toEqual([endIn(365), endIn(20)]);
    expect(certificates.map(({ endsWithinDays }) => endsWithinDays)).toEqual([undefined, 30]);
    expect(certificates[0]?.fingerprint).toMatch(/^([\dA-F]{2}:){31}[\dA-F]{2}$/);
  });

  it('chooses the attribute of the email, or the NameID with an empty value', async () => {
    const admin = await uploads.signedIn();
    const file = plainMetadata({ keys: keyDescriptor(first), attributes: ['mail'] });
    const read = async (emailAttribute?: string) =>
      (await uploads.upload(admin, { file, ...(emailAttribute !== undefined && { emailAttribute }) })).json();
    expect((await read()).emailAttribute).toBe('mail');
    expect((await read('urn:oid:2.5.4.3')).emailAttribute).toBe('urn:oid:2.5.4.3');
    expect(await read('')).not.toHaveProperty('emailAttribute');
    for (const name of ['a\u0000b', 'a\nb', 'x'.repeat(257), 'x'.repeat(3000)])
      expect((await read(name)).fields).toEqual({ emailAttribute: ['is_invalid'] });
  });

  it('finds single sign-on by the domains of the company once it has a provider', async () => {
    const db = service.deps.store.durable;
    const companyId = randomUUID();
    await insertCompany(db, { id: companyId, name: 'Harbour Works' });
    await claimDomain(db, { domain: 'harbour.test', companyId, method: 'saml' });
    await claimDomain(db, { domain: 'harbour-google.test', companyId, method: 'google' });
    expect(await findCompanyOfDomain(service.deps.store.relaxed, 'harbour.test')).toBeUndefined();
    const admin = await uploads.signedIn({ companyId });
    expect((await uploads.upload(admin, { file: usual })).statusCode).toBe(200);
    expect(await findCompanyOfDomain(service.deps.store.relaxed, 'harbour.test')).toEqual({ companyId });
    expect(await findCompanyOfDomain(service.deps.store.relaxed, 'harbour-google.test')).toBeUndefined();
    expect(await findCompanyOfDomain(service.deps.store.relaxed, 'unknown.test')).toBeUndefined();
    expect(await findSamlConfiguration(service.deps.store.relaxed, "x' or 1=1")).toBeUndefined();
  });

  it('gets the first answer for a repeat with the same Idempotency-Key, logged once', async () => {
    const admin = await uploads.signedIn();
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => uploads.upload(admin, { file: usual, headers })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    const events = await eventsOf(service.deps, admin.id);
    expect(events.filter(({ kind }) => kind === 'samlConfigured')).toHaveLength(1);
    const other = await uploads.upload(admin, { file: `${usual} `, headers });
    expect(saysNo(other)).toEqual({ status: 409, name: 'keyReused' });
    const badKey = await uploads.upload(admin, { file: usual, headers: { 'idempotency-key': 'a b' } });
    expect(saysNo(badKey).status).toBe(422);
  });
});

it('a page of an allowed origin may upload, one of another may not', async () => {
  const ask = async (origin: string) =>
    service.app.inject({
      method: 'OPTIONS',
      url: `/auth/v1/companies/${randomUUID()}/saml/configuration`,
      headers: {
        origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization',
      },
    });
  const ours = await ask('http://localhost:4000');
  expect(ours.headers['access-control-allow-origin']).toBe('http://localhost:4000');
  expect(ours.headers['access-control-allow-methods']).toContain('PUT');
  expect((await ask('https://evil.test')).headers).not.toHaveProperty('access-control-allow-origin');
});
