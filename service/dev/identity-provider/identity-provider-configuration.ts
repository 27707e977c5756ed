/** The demo company's single sign-on: its configuration names the stand-in identity provider of this very start. */
import type { Kysely } from 'kysely';

import type { Database } from '#store/connection/database.ts';
import { findSamlConfiguration, upsertSamlConfiguration } from '#store/accounts/saml-configurations.ts';

import { certificateOf, type CertifiedKey } from './self-signed-key.ts';
import {
  emailAttribute,
  identityProviderAddresses,
  identityProviderPath,
} from './identity-provider-answer.ts';
import { ssoDomain } from '#dev/seed.ts';

/**
 * Keeps the configuration in step with the address and the key, which may be others than at the last start. A company
 * that uploaded another provider keeps that one.
 */
export async function configureDemoCompany(
  db: Kysely<Database>,
  publicUrl: string,
  key: CertifiedKey,
  now: number,
): Promise<void> {
  const claim = await db
    .selectFrom('domains')
    .select('company_id')
    .where('domain', '=', ssoDomain)
    .where('method', '=', 'saml')
    .executeTakeFirst();
  if (claim === undefined) return;
  const companyId = claim.company_id;
  const present = await findSamlConfiguration(db, companyId);
  if (present !== undefined && !isStandIn(present.entityId)) return;
  const configuration = {
    companyId,
    ...identityProviderAddresses(publicUrl),
    certificates: [certificateOf(key)],
    emailAttribute,
  };
  await upsertSamlConfiguration(configuration, now).execute(db);
}

/** A stand-in of whatever port it was started on. */
const isStandIn = (entityId: string): boolean =>
  URL.canParse(entityId) && new URL(entityId).pathname === `${identityProviderPath}/metadata`;
