/** The service's SAML key is replaced while people sign in through a provider that runs `samlp` and reads our metadata. */
import { verify, X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { days } from '@app/contract/fields/durations.ts';
import * as limits from '@app/contract/fields/limits.ts';
import { ServiceProvider } from 'samlify';
import { expect, test } from 'vitest';

import type { Deps } from '#deps.ts';
import { samlMetadataOf } from '#flows/company/service-provider.ts';
import { samlAddresses } from '#security/saml/addresses.ts';
import { takeUpTime } from '#security/saml/keys.ts';
import { type Keys, loadKeys } from '#security/tokens/keys.ts';
import { nameOf } from '#test/drivers/outcome.ts';
import {
  beginByAddress,
  createSsoCompany,
  exchange,
  finishSso,
  newAttempt,
} from '#test/drivers/sso-driver.ts';
import { idp, samlpAnswer } from '#test/saml/saml-answers.ts';
import { createAccount, createTestDeps, newClient } from '#test/setup/test-deps.ts';

import { runKeysCommand } from './command.ts';

test('SAML key: sign-ins go on before, during and after, with requests that the provider can check', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'saml-rotation-'));
  const file = join(folder, 'keys.json');
  // The provider's library has the machine's time, so the file's changes lie in the past.
  const [begun, importedAt, end] = [Date.now() - days(3), Date.now() - days(2), Date.now()];
  const command = (now: number, ...args: string[]) =>
    runKeysCommand([file, ...args], { DATABASE_URL: deps.url, PUBLIC_URL: 'https://login.example.com' }, now);
  const keysNow = async (): Promise<Keys> => loadKeys(await readFile(file, 'utf8'));
  await runKeysCommand([file], {}, begun);
  const deps = await createTestDeps();
  deps.advance(end - deps.clock());
  expect(await command(begun, 'add', 'saml')).toMatchObject({ code: 0 });
  const before = await keysNow();

  const company = await createSsoCompany(deps, { idp, domains: ['northline.test'], emailAttribute: 'email' });
  const person = { companyId: company.id, method: 'saml', email: 'ada@northline.test' } as const;
  await createAccount(deps, person);
  const { acs, entityId } = samlAddresses(deps.settings.publicUrl, company.id);

  /** What the provider knows of us since it last imported our metadata, read by `samlify`. */
  async function importMetadata(at: Deps) {
    const { entityMeta } = ServiceProvider({ metadata: await samlMetadataOf(company.id, at) });
    return {
      signing: [entityMeta.getX509Certificate('signing')].flat() as string[],
      encryption: String(entityMeta.getX509Certificate('encryption')),
    };
  }
  const instance = (keys: Keys): Deps => ({ ...deps, keys });
  let provider = await importMetadata(instance(before));
  let lost = 0;

  async function signInThrough(here: Deps, there: Deps): Promise<void> {
    const { redirectUri, codeVerifier, codeChallenge } = newAttempt();
    const attempt = { redirectUri, codeChallenge, codeChallengeMethod: 'S256' };
    const url = new URL(await beginByAddress(company.id, attempt, newClient(), here));
    const [signed = '', signature = ''] = url.search.slice(1).split('&Signature=');
    const isKnown = provider.signing.some((certificate) =>
      verify(
        'sha256',
        Buffer.from(signed),
        new X509Certificate(Buffer.from(certificate, 'base64')).publicKey,
        Buffer.from(decodeURIComponent(signature), 'base64'),
      ),
    );
    const { id } = await deps.store.durable
      .selectFrom('saml_requests')
      .select('id')
      .$castTo<{ id: string }>()
      .where('redirect_uri', '=', redirectUri)
      .executeTakeFirstOrThrow();
    const answer = await samlpAnswer({
      sign: 'assertion',
      requestId: id,
      acsUrl: acs,
      spEntityId: entityId,
      encryptFor: provider.encryption,
      encryptionAlgorithm: 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
    });
    const relayState = url.searchParams.get('RelayState') ?? '';
    const at = { ...deps, keys: there.keys };
    const { code = '' } = await finishSso(at, company.id, answer, relayState);
    const outcome = nameOf(await exchange(at, { redirectUri, codeVerifier }, code));
    if (!isKnown || outcome !== 'answered') lost += 1;
  }
  const bothWays = async (one: Keys, other: Keys): Promise<void> => {
    await signInThrough(instance(one), instance(other));
    await signInThrough(instance(other), instance(one));
  };

  await bothWays(before, before);
  const added = await command(importedAt - takeUpTime, 'add', 'saml');
  expect(added.code).toBe(0);
  expect(added.lines.join('\n')).toContain('every company imports the metadata again');
  const next = await keysNow();
  await bothWays(next, before);
  // Before every process has the key, the metadata does not name it.
  const early = await importMetadata({ ...instance(next), clock: () => importedAt - 1 });
  expect(early).toEqual(provider);
  await bothWays(next, next);
  provider = await importMetadata({ ...instance(next), clock: () => importedAt });
  expect(provider.signing).toHaveLength(2);
  expect(early.signing).not.toContain(provider.encryption);
  await bothWays(next, next);

  const unsaid = await command(importedAt, 'switch', 'saml');
  expect(unsaid.code).toBe(1);
  expect(unsaid.lines.join()).toMatch(/1 company signs in through a provider: Company \d+\..*--imported 1/);
  expect((await command(importedAt, 'switch', 'saml', '--imported', '1')).code).toBe(0);
  const switched = await keysNow();
  await bothWays(switched, next);
  await bothWays(switched, switched);

  const still = importedAt + takeUpTime + limits.ssoRequestLifetime;
  expect((await command(still, 'retire', 'saml')).code).toBe(1);
  expect((await command(end, 'retire', 'saml')).code).toBe(0);
  const retired = await keysNow();
  expect(retired.saml?.others).toEqual([]);
  await bothWays(retired, retired);
  expect(await importMetadata(instance(retired))).toEqual({
    signing: [provider.encryption],
    encryption: provider.encryption,
  });
  expect(lost).toBe(0);

  // A provider that never imported the new metadata is refused now.
  provider = early;
  await signInThrough(instance(retired), instance(retired));
  expect(lost).toBe(1);
  await deps.close();
  await rm(folder, { recursive: true });
});
