/** Tests the service's own SAML metadata and its description in the OpenAPI document. */
import { createPrivateKey, randomUUID } from 'node:crypto';
import { ServiceProvider } from 'samlify';
import { afterAll, describe, expect, it } from 'vitest';

import { loadKeys, makeKeySet } from '#security/tokens/keys.ts';
import { makeSigningKeys } from '#test/saml/saml-idp.ts';
import { createTestApp } from '#test/setup/test-app.ts';

const samlKey = await makeSigningKeys();

const { privateKey, certificate } = samlKey;
const saml = { privateKey: createPrivateKey(privateKey), certificate };
const service = await createTestApp({ keys: { ...loadKeys(makeKeySet()), saml } });
afterAll(() => service.close());

describe("the service's own metadata", () => {
  const metadata = (id: string, at = service) => at.app.inject({ url: `/auth/v1/saml/${id}/metadata` });

  it('is parsed correctly by another library', async () => {
    const { id } = service.deps.company;
    const answer = await metadata(id.toUpperCase());
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      200,
      'application/samlmetadata+xml; charset=utf-8',
    ]);
    expect(answer.headers['content-disposition']).toBe('attachment; filename="metadata.xml"');
    const base = `http://localhost:4000/auth/v1/saml/${id}`;
    const read = ServiceProvider({ metadata: answer.body }).entityMeta;
    expect(read.getEntityID()).toBe(`${base}/metadata`);
    expect(read.getAssertionConsumerService('post')).toBe(`${base}/acs`);
    expect(read.isAuthnRequestSigned()).toBe(true);
    expect(read.isWantAssertionsSigned()).toBe(true);
    expect(read.getX509Certificate('signing')).toBe(samlKey.certificate);
    expect(read.getX509Certificate('encryption')).toBe(samlKey.certificate);
    expect(read.getNameIDFormat()).toEqual([
      'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
      'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
    ]);
  });

  it('exists only for known companies, and only with a SAML key', async () => {
    for (const id of [randomUUID(), 'x', "'", '%00', `${service.deps.company.id}x`])
      expect((await metadata(id)).statusCode, id).toBe(404);
    const bare = await createTestApp();
    expect((await metadata(bare.deps.company.id, bare)).statusCode).toBe(404);
    await bare.close();
  });
});

it('metadata and upload are in the OpenAPI document', async () => {
  const { paths } = (await service.app.inject({ url: '/openapi.json' })).json();
  const { put } = paths['/auth/v1/companies/{id}/saml/configuration'];
  expect(put.requestBody.content).toHaveProperty('multipart/form-data');
  expect(Object.keys(put.responses)).toEqual(expect.arrayContaining(['200', '401', '403', '413', '422']));
  const { operationId, responses } = paths['/auth/v1/saml/{id}/metadata'].get;
  expect(operationId).toBe('samlMetadata');
  const malformed = await service.app.inject({ url: '/auth/v1/saml/%/metadata' });
  expect(malformed.statusCode).toBe(400);
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '400', '404']));
  expect((await service.app.inject({ url: '/docs' })).body).toContain('saml/configuration');
});
