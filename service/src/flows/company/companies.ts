/**
 * The company's SAML configuration (spec §4): an admin uploads the identity provider's metadata and gets the service's.
 */
import { randomUUID } from 'node:crypto';
import type { SamlConfigurationAnswer } from '@app/contract/calls/saml-configuration.ts';

import type { Call, Deps } from '#deps.ts';
import { Refusal } from '#refusal.ts';
import { samlAddresses } from '#security/saml/addresses.ts';
import { expiryWarning } from '#security/saml/certificates.ts';
import { canNameAttribute, readSamlMetadata, type SamlMetadata } from '#security/saml/metadata.ts';
import { serviceProviderMetadata } from '#security/saml/service-provider-metadata.ts';
import { findCompanyName } from '#store/accounts/accounts.ts';
import { after, changedInOneStatement } from '#store/connection/one-statement.ts';
import { insertEvent } from '#store/events.ts';
import { updateAnswer } from '#store/idempotency.ts';
import { canBeCompanyId, upsertSamlConfiguration } from '#store/accounts/saml-configurations.ts';
import { findSessionAccount, type SessionHolder } from '#store/sessions/session-accounts.ts';

import { warnOfCertificateExpiry } from '#security/saml/certificate-expiry.ts';

export interface SamlUpload {
  /** undefined: no file was sent. */
  readonly file: Uint8Array | undefined;
  /** Replaces what the metadata advertises; empty: the NameID; undefined: as the metadata says. */
  readonly emailAttribute: string | undefined;
}

/**
 * Checks in the database that the holder of the token is an admin of the company. Call it before reading the upload.
 * Throws `Refusal('sessionExpired')` if the session or account is no longer valid, and `Refusal('forbidden')` for others
 * than the company's admins, also for an unknown company.
 */
export async function checkCompanyAdmin(companyId: string, holder: SessionHolder, deps: Deps): Promise<void> {
  const account = await findSessionAccount(deps.store.relaxed, holder, deps.clock());
  if (account === undefined) throw new Refusal('sessionExpired');
  if (account.companyId !== companyId.toLowerCase() || !account.roles.includes('Admin'))
    throw new Refusal('forbidden');
}

/**
 * Saves the identity provider of the metadata file for later sign-ins; sessions stay as they are. Throws
 * `Refusal('invalid')` with the problem of `file` (contract: `metadataProblems`) or of `emailAttribute`, and
 * `Refusal('forbidden')` if the holder is no longer an admin.
 */
export async function uploadSamlConfiguration(
  {
    companyId,
    holder,
    upload,
  }: { readonly companyId: string; readonly holder: SessionHolder; readonly upload: SamlUpload },
  call: Call,
  deps: Deps,
): Promise<SamlConfigurationAnswer> {
  const now = deps.clock();
  const given = upload.emailAttribute?.trim();
  if (given !== undefined && given !== '' && !canNameAttribute(given))
    throw new Refusal('invalid', { fields: { emailAttribute: ['is_invalid'] } });
  if (upload.file === undefined) throw new Refusal('invalid', { fields: { file: ['is_required'] } });
  const development = deps.settings.environment === 'development';
  const read = readSamlMetadata(upload.file, { development, now });
  if (!read.ok) throw new Refusal('invalid', { fields: { file: [read.reason] } });

  const emailAttribute = given === undefined ? read.metadata.emailAttribute : given || undefined;
  const metadata = { ...read.metadata, emailAttribute };
  const answer = answerOf(metadata, now);
  const certificates = metadata.certificates.map(({ der }) => der);
  const configuration = { ...metadata, companyId, certificates };
  const { client, platform } = call;
  const event = {
    eventId: randomUUID(),
    accountId: holder.accountId,
    kind: 'samlConfigured',
    client,
    platform,
    at: now,
  } as const;
  const sealed = call.once?.sealAnswer(answer);
  const saved = await changedInOneStatement(deps.store.durable, 'configuration', {
    configuration: upsertSamlConfiguration(configuration, now, holder),
    event: insertEvent(event, after('configuration')),
    answer: sealed && updateAnswer(sealed, after('configuration')),
  });
  if (!saved) throw new Refusal('forbidden');
  warnOfCertificateExpiry(configuration, call.log, now);
  return answer;
}

/** The saved configuration, as the admin sees it. */
function answerOf(metadata: SamlMetadata, now: number): SamlConfigurationAnswer {
  const { entityId, ssoUrl, logoutUrl, emailAttribute } = metadata;
  return {
    entityId,
    ssoUrl,
    ...(logoutUrl !== undefined && { logoutUrl }),
    certificates: metadata.certificates.map(({ notAfter, subject, fingerprint }) => {
      const endsWithinDays = expiryWarning(notAfter, now);
      return { notAfter, subject, fingerprint, ...(endsWithinDays !== undefined && { endsWithinDays }) };
    }),
    ...(emailAttribute !== undefined && { emailAttribute }),
  };
}

/** The service's metadata for a company. Throws `Refusal('notFound')` for an unknown one, and while the service has no SAML key. */
export async function samlMetadataOf(companyId: string, deps: Deps): Promise<string> {
  const { saml } = deps.keys;
  const known =
    saml !== undefined &&
    canBeCompanyId(companyId) &&
    (await findCompanyName(deps.store.relaxed, companyId)) !== undefined;
  if (!known) throw new Refusal('notFound');
  // In lower case, as the database spells it: the addresses of a company have one spelling.
  return serviceProviderMetadata(
    samlAddresses(deps.settings.publicUrl, companyId.toLowerCase()),
    saml.certificate,
  );
}
