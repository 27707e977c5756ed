/** The demo company's single sign-on: its configuration names the stand-in identity provider of this very start. */
import { findSamlConfiguration, upsertSamlConfiguration } from '#store/accounts/saml-configurations.ts';
import type { Store } from '#store/store.ts';

import { certificateOf, type SelfSignedKey } from './self-signed-key.ts';
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
  { durable, relaxed }: Pick<Store, 'durable' | 'relaxed'>,
  publicUrl: string,
  key: SelfSignedKey,
  now: number,
): Promise<void> {
  const claim = await relaxed
    .selectFrom('domains')
    .select('company_id')
    .where('domain', '=', ssoDomain)
    .where('method', '=', 'saml')
    .executeTakeFirst();
  if (claim === undefined) return;
  const companyId = claim.company_id;
  const present = await findSamlConfiguration(relaxed, companyId);
  if (present !== undefined && !isStandIn(present.entityId)) return;
  const configuration = {
    companyId,
    ...identityProviderAddresses(publicUrl),
    certificates: [certificateOf(key)],
    emailAttribute,
  };
  await upsertSamlConfiguration(configuration, now).execute(durable);
}

/** A stand-in of whatever port it was started on. */
const isStandIn = (entityId: string): boolean =>
  URL.canParse(entityId) && new URL(entityId).pathname === `${identityProviderPath}/metadata`;
