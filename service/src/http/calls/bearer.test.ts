/** Only an active admin with a valid access token may change a company (RFC 6750). */
import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';

import { uploadSamlConfiguration } from '#flows/dashboard/single-sign-on/saml-configuration.ts';
import { loadKeys, makeKeySet } from '#security/tokens/keys.ts';
import { signAccessToken } from '#security/tokens/tokens.ts';
import { findAccountByEmail } from '#store/accounts/account-changes.ts';
import { insertCompany } from '#store/accounts/accounts.ts';
import { findSamlConfiguration } from '#store/accounts/saml-configurations.ts';
import { keyDescriptor, plainMetadata } from '#test/saml/idp-metadata.ts';
import { createUploads, makeCertificate, multipartOf, saysNo } from '#test/saml/saml-uploads.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { callFrom } from '#test/setup/test-deps.ts';

const before = { file: plainMetadata({ keys: keyDescriptor(await makeCertificate(365)) }) };

const emailOf = (idToken: string): string => decodeJwt<{ email: string }>(idToken).email;

const service = await createTestApp();
const uploads = createUploads(service);
afterAll(() => service.close());

describe('the call refuses', () => {
  it('C9: everybody but an active admin of the company', async () => {
    const admin = await uploads.signedIn();
    const agent = await uploads.signedIn({ roles: ['Agent'] });
    const lowerCase = await uploads.signedIn({ roles: ['admin', 'Administrator'] });
    const companyId = randomUUID();
    await insertCompany(service.deps.store.durable, { id: companyId, name: 'Other' });
    const stranger = await uploads.signedIn({ companyId });
    const forbidden = { status: 403, name: 'forbidden' };
    expect(saysNo(await uploads.upload(agent, before))).toEqual(forbidden);
    expect(saysNo(await uploads.upload(lowerCase, before))).toEqual(forbidden);
    const notFound = { status: 404, name: 'notFound' };
    expect(saysNo(await uploads.upload(stranger, { ...before, companyId: admin.companyId }))).toEqual(
      notFound,
    );
    expect(saysNo(await uploads.upload(agent, { ...before, companyId }))).toEqual(notFound);
    for (const unknown of [randomUUID(), 'x', '%00', "'", '..%2f..', 'a'.repeat(90)])
      expect(saysNo(await uploads.upload(admin, { ...before, companyId: unknown })), unknown).toEqual(
        notFound,
      );
    expect(await findSamlConfiguration(service.deps.store.relaxed, companyId)).toBeUndefined();
  });

  it('an admin by the token who is no longer one in the database', async () => {
    const admin = await uploads.signedIn();
    const db = service.deps.store.durable;
    await db
      .updateTable('accounts')
      .set({ roles: sql`'["Agent"]'::jsonb` })
      .where('id', '=', admin.id)
      .execute();
    expect(saysNo(await uploads.upload(admin, before))).toEqual({ status: 403, name: 'forbidden' });
    await db.updateTable('accounts').set({ status: 'disabled' }).where('id', '=', admin.id).execute();
    expect(saysNo(await uploads.upload(admin, before))).toEqual({ status: 401, name: 'sessionExpired' });
  });

  it('B3: a call without a valid access token of ours', async () => {
    const admin = await uploads.signedIn();
    const { deps } = service;
    const audience = { issuer: deps.settings.publicUrl, audience: deps.settings.clientIds.web };
    const claims = { sub: admin.id, sid: randomUUID() };
    const foreign = loadKeys(makeKeySet());
    const { access_token: access, id_token: id } = admin.tokens;
    const [head, payload, signature] = access.split('.');
    const none = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url');
    const bad: Record<string, string> = {
      'an ID token': id,
      'a refresh token': admin.tokens.refresh_token,
      'another key': signAccessToken(foreign, claims, audience, deps.clock()),
      'an unknown session': signAccessToken(deps.keys, claims, audience, deps.clock()),
      'another audience': signAccessToken(deps.keys, claims, { ...audience, audience: 'x' }, deps.clock()),
      'another issuer': signAccessToken(
        deps.keys,
        claims,
        { ...audience, issuer: 'https://x.test' },
        deps.clock(),
      ),
      expired: signAccessToken(deps.keys, claims, audience, deps.clock() - 16 * 60_000),
      'no signature': `${head}.${payload}.`,
      'alg none': `${none}.${payload}.`,
      'a changed signature': `${head}.${payload}.${signature?.replace(/^./, (c) => (c === 'A' ? 'B' : 'A'))}`,
      nothing: '',
      'two words': 'a b',
    };
    for (const [what, token] of Object.entries(bad)) {
      const answer = await uploads.upload(admin, { ...before, token });
      expect(saysNo(answer), what).toEqual({ status: 401, name: 'sessionExpired' });
      expect(answer.headers['www-authenticate'], what).toBe('Bearer error="invalid_token"');
    }
    for (const authorization of [`Basic ${access}`, access, `Bearer ${access}, Bearer ${access}`]) {
      const answer = await uploads.upload(admin, { ...before, headers: { authorization } });
      expect(answer.statusCode, authorization.slice(0, 10)).toBe(401);
    }
    const url = `/auth/v1/companies/${admin.companyId}/saml/configuration`;
    const { body, type } = await multipartOf(new FormData());
    const without = await service.app.inject({
      method: 'PUT',
      url: `${url}?access_token=${access}`,
      payload: body,
      headers: { 'content-type': type, cookie: `access_token=${access}; id_token=${id}` },
    });
    expect([without.statusCode, without.headers['www-authenticate']]).toEqual([401, 'Bearer']);
  });

  it('an admin whose session has ended, or whose token is 15 minutes old', async () => {
    const admin = await uploads.signedIn();
    await service.app.inject({
      method: 'POST',
      url: '/auth/v2/tokens/revoke',
      payload: { refreshToken: admin.tokens.refresh_token },
    });
    const answer = await uploads.upload(admin, before);
    expect(saysNo(answer)).toEqual({ status: 401, name: 'sessionExpired' });
    expect(answer.headers['www-authenticate']).toBe('Bearer error="invalid_token"');

    const late = await uploads.signedIn();
    service.deps.advance(15 * 60_000 + 1000);
    expect(saysNo(await uploads.upload(late, before))).toEqual({ status: 401, name: 'sessionExpired' });
  });

  it('an admin who loses the role or the session during the upload', async () => {
    const { deps } = service;
    const db = deps.store.durable;
    const keep = async ({ id, companyId, tokens }: Awaited<ReturnType<typeof uploads.signedIn>>) => {
      const { sid: familyId } = decodeJwt<{ sid: string }>(tokens.access_token);
      const upload = { file: Buffer.from(before.file), emailAttribute: undefined, keepCertificates: false };
      const found = await findAccountByEmail(deps.store.relaxed, emailOf(tokens.id_token));
      if (found === undefined) throw new Error(`no account ${id}`);
      // As it was when the call began.
      const actor = {
        account: { ...found.account, companyId },
        familyId,
        authenticatedAt: deps.clock(),
        isAdmin: true,
      };
      return uploadSamlConfiguration(upload, { ...callFrom(), actor }, deps);
    };
    const forbidden = { refusal: 'forbidden' };
    const companyId = randomUUID();
    await insertCompany(db, { id: companyId, name: 'Harbour Works' });
    const demoted = await uploads.signedIn({ companyId });
    await db
      .updateTable('accounts')
      .set({ roles: sql`'[]'::jsonb` })
      .where('id', '=', demoted.id)
      .execute();
    await expect(keep(demoted)).rejects.toMatchObject(forbidden);
    const moved = await uploads.signedIn();
    await expect(keep({ ...moved, companyId })).rejects.toMatchObject(forbidden);
    const ended = await uploads.signedIn({ companyId });
    await db
      .updateTable('families')
      .set({ revoked_at: new Date(deps.clock()) })
      .where('account_id', '=', ended.id)
      .execute();
    await expect(keep(ended)).rejects.toMatchObject({ refusal: 'sessionExpired' });
    expect(await findSamlConfiguration(deps.store.relaxed, companyId)).toBeUndefined();
    expect(await keep(await uploads.signedIn({ companyId }))).toHaveProperty('entityId');
  });
});
