/** Configures the demo company's single sign-on with the stand-in identity provider of this process. */
import { isDeepStrictEqual } from 'node:util';

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
 * Updates the configuration to the current address and key, which may have changed since the last start. The provider
 * of a company that uploaded its own is not replaced.
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
  // A start that changes nothing leaves the test that passed.
  const { logoutBinding: _binding, logoutResponseUrl: _responses, ...known } = present ?? {};
  if (isDeepStrictEqual(known, configuration)) return;
  await upsertSamlConfiguration(configuration, now).execute(durable);
}

/** Matches the stand-in's entity id on any port. */
const isStandIn = (entityId: string): boolean =>
  URL.canParse(entityId) && new URL(entityId).pathname === `${identityProviderPath}/metadata`;
