/** Configures the demo company's single sign-on with the stand-in identity provider of this process. */
import { isDeepStrictEqual } from 'node:util';
import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import * as v from 'valibot';

import { findSamlConfiguration, upsertSamlConfiguration } from '#store/accounts/saml-configurations.ts';
import type { Store } from '#store/store.ts';

import {
  emailAttribute,
  identityProviderAddresses,
  identityProviderPath,
} from './identity-provider-answer.ts';
import { ssoDomain } from '#dev/seed.ts';
import { certificateOf, type SelfSignedKey, makeSelfSignedKey } from './saml-key.ts';

/**
 * Updates the configuration to the current address and key, which may have changed since the last start. The provider
 * of a company that uploaded its own is not replaced.
 */
export async function configureDemoCompany(
  { durable, relaxed }: Pick<Store, 'durable' | 'relaxed'>,
  publicUrl: string,
  key: SelfSignedKey,
  now: number,
): Promise<void> {
  const { rows } = await sql<{ company_id: string }>`
    select company_id from domains where domain = ${ssoDomain} and method = 'saml'`.execute(relaxed);
  const companyId = rows[0]?.company_id;
  if (companyId === undefined) return;
  const present = await findSamlConfiguration(relaxed, companyId);
  if (present !== undefined && !isStandIn(present.entityId)) return;
  const configuration = {
    companyId,
    ...identityProviderAddresses(publicUrl),
    certificates: [certificateOf(key)],
    emailAttribute,
  };
  // A start that changes nothing leaves the test that passed.
  const { logoutBinding: _binding, logoutResponseUrl: _responses, ...known } = present ?? {};
  if (isDeepStrictEqual(known, configuration)) return;
  await upsertSamlConfiguration(configuration, now).execute(durable);
}

/** Matches the stand-in's entity id on any port. */
const isStandIn = (entityId: string): boolean =>
  URL.canParse(entityId) && new URL(entityId).pathname === `${identityProviderPath}/metadata`;

/** Loads the signing key of the stand-in identity provider, created once and stored beside the other development keys. */
const keyFile = v.object({ privateKey: v.string(), certificate: v.string() });

/** Reads the key of the data directory, or creates it. Only this user can read the file. */
export async function readIdentityProviderKey(dataDir: string): Promise<SelfSignedKey> {
  await mkdir(dataDir, { recursive: true });
  const path = join(dataDir, 'identity-provider.json');
  try {
    return v.parse(keyFile, JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  const draft = `${path}.${process.pid}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify(await makeIdentityProviderKey(), null, 2), { mode: 0o600 });
  try {
    // Atomic; if another service that starts on the same directory was faster, its key stays.
    await link(draft, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(draft);
  }
  return readIdentityProviderKey(dataDir);
}

/** A new key, valid from today on by the machine's clock. */
export const makeIdentityProviderKey = (): Promise<SelfSignedKey> =>
  makeSelfSignedKey('Northline Workforce', Date.now());
