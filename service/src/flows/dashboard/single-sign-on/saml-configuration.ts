/**
 * The company's SAML configuration (spec §4): an admin uploads the identity provider's metadata, sees what was read
 * before it is saved, and gets the service's own values for the provider's console.
 */
import { randomUUID, X509Certificate } from 'node:crypto';
import type { AuditValues } from '@app/contract/dashboard/audit-actions.ts';
import {
  mostCertificates,
  type SamlConfiguration,
  type SamlConfigurationAnswer,
} from '@app/contract/calls/saml-configuration.ts';

import type { DashboardCall, Deps, Flow } from '#deps.ts';
import { adminChange } from '#flows/dashboard/admin-change.ts';
import { Refusal } from '#refusal.ts';
import { samlAddresses } from '#security/saml/addresses.ts';
import {
  type CertificateFacts,
  expiryWarning,
  readCertificate,
  warnOfCertificateExpiry,
} from '#security/saml/certificates.ts';
import { originsOfPosts } from '#settings/config.ts';
import { canNameAttribute, readSamlMetadata, type SamlMetadata } from '#security/saml/metadata.ts';
import { findSamlConfiguration, upsertSamlConfiguration } from '#store/accounts/saml-configurations.ts';
import { inOneStatement } from '#store/connection/one-statement.ts';
import type { Reader } from '#store/connection/pools.ts';
import {
  deleteSamlConfiguration as deleteConfiguration,
  findConfigurationState,
  useSamlForDomains,
} from '#store/dashboard/single-sign-on/configuration-state.ts';
import { findPolicy, hasAdminWithWayIn } from '#store/dashboard/single-sign-on/policy.ts';
import { insertEvent } from '#store/events.ts';

export interface SamlUpload {
  /** undefined: no file was sent, only another attribute for the saved provider. */
  readonly file: Uint8Array | undefined;
  /** Replaces what the metadata advertises; empty: the NameID; undefined: as the metadata says. */
  readonly emailAttribute: string | undefined;
  /**
   * True: certificates that are in use and have not expired are kept in addition to the file's, for the days in which
   * the provider changes its key. Only for the same provider.
   */
  readonly keepCertificates: boolean;
}

/** What would be saved. Changes nothing. Throws as `uploadSamlConfiguration` does. */
export async function previewSamlConfiguration(
  upload: SamlUpload,
  call: DashboardCall,
  deps: Deps,
): Promise<SamlConfigurationAnswer> {
  const { companyId } = call.actor.account;
  return answerOf(await readUpload(upload, companyId, deps.store.relaxed, deps), deps.clock());
}

/**
 * Saves the identity provider of the metadata file for later sign-ins; sessions stay as they are, and an earlier test no
 * longer counts. Throws `Refusal('invalid')` with the problem of `file` (contract: `metadataProblems`) or of
 * `emailAttribute`, and `Refusal('ssoRequired')` if people could no longer sign in although they must by the provider.
 */
export async function uploadSamlConfiguration(
  upload: SamlUpload,
  call: DashboardCall,
  deps: Deps,
): Promise<SamlConfigurationAnswer> {
  const { client, platform } = call;
  const saved = await adminChange(call, deps, async ({ db, companyId, now, audit }) => {
    const metadata = await readUpload(upload, companyId, db, deps);
    const before = await findSamlConfiguration(db, companyId);
    const configuration = toConfiguration(metadata, companyId);
    const policy = await findPolicy(db, companyId);
    if (policy?.sso.required && (before === undefined || !goesOn(before, configuration, now)))
      throw new Refusal('ssoRequired');
    const event = { eventId: randomUUID(), accountId: call.actor.account.id, client, platform, at: now };
    await upsertSamlConfiguration(configuration, now).execute(db);
    await inOneStatement(db, { event: insertEvent({ ...event, kind: 'samlConfigured' }) });
    await useSamlForDomains(db, companyId);
    audit({ action: 'samlConfigured', before: before && audited(before), after: audited(configuration) });
    warnOfCertificateExpiry(configuration, call.log, now);
    return answerOf(metadata, now);
  });
  return saved;
}

export const readSamlConfiguration: Flow<'readSamlConfiguration'> = async (_, { actor }, deps) => {
  const { companyId } = actor.account;
  const { relaxed } = deps.store;
  const { entityId, acs, start, logout } = samlAddresses(deps.settings.publicUrl, companyId);
  const { saml } = deps.keys;
  const serviceProvider = {
    entityId,
    acsUrl: acs,
    startUrl: start,
    logoutUrl: logout,
    metadataUrl: entityId,
    ...(saml && { certificate: new X509Certificate(Buffer.from(saml.certificate, 'base64')).toString() }),
  };
  const configuration = await findSamlConfiguration(relaxed, companyId);
  const state = await findConfigurationState(relaxed, companyId);
  if (configuration === undefined || state === undefined) return { serviceProvider };
  const { testedAt, updatedAt } = state;
  return {
    ...answerOf({ ...configuration, certificates: factsOf(configuration), dropped: [] }, deps.clock()),
    serviceProvider,
    updatedAt,
    ...(testedAt !== undefined && { testedAt }),
  };
};

/**
 * Throws `Refusal('ssoRequired')` while nobody could sign in without the provider, and `Refusal('notPossible')` if no
 * admin could (threat G4).
 */
export const deleteSamlConfiguration: Flow<'deleteSamlConfiguration'> = async (_, call, deps) => {
  await adminChange(call, deps, async ({ db, companyId, audit }) => {
    const policy = await findPolicy(db, companyId);
    if (policy?.sso.required) throw new Refusal('ssoRequired');
    const before = await findSamlConfiguration(db, companyId);
    if (before === undefined || !(await deleteConfiguration(db, companyId))) throw new Refusal('notFound');
    if (!(await hasAdminWithWayIn(db, companyId))) throw new Refusal('notPossible');
    audit({ action: 'samlRemoved', before: audited(before) });
    return undefined;
  });
  return undefined;
};

/** Whether every answer that is good by `before` is good by `next`, too. */
function goesOn(before: SamlConfiguration, next: SamlConfiguration, now: number): boolean {
  const same = (['entityId', 'ssoUrl', 'ssoBinding', 'emailAttribute'] as const).every(
    (name) => before[name] === next[name],
  );
  const good = factsOf(before).filter(({ notAfter }) => notAfter > now);
  return same && good.every(({ der }) => next.certificates.includes(der));
}

async function readUpload(
  { file, emailAttribute, keepCertificates }: SamlUpload,
  companyId: string,
  db: Reader,
  deps: Deps,
): Promise<SamlMetadata> {
  const now = deps.clock();
  const given = emailAttribute?.trim();
  if (given !== undefined && given !== '' && !canNameAttribute(given))
    throw new Refusal('invalid', { fields: { emailAttribute: ['is_invalid'] } });
  if (file === undefined) {
    const saved = given === undefined ? undefined : await findSamlConfiguration(db, companyId);
    if (saved === undefined) throw new Refusal('invalid', { fields: { file: ['is_required'] } });
    return { ...saved, certificates: factsOf(saved), dropped: [], emailAttribute: given || undefined };
  }
  const development = deps.settings.environment === 'development';
  const read = readSamlMetadata(file, { development, ownOrigins: originsOfPosts(deps.settings), now });
  if (!read.ok) throw new Refusal('invalid', { fields: { file: [read.reason] } });
  const { metadata } = read;
  const present = keepCertificates ? await findSamlConfiguration(db, companyId) : undefined;
  return {
    ...metadata,
    emailAttribute: given === undefined ? metadata.emailAttribute : given || undefined,
    certificates: withKept(metadata, present, now),
  };
}

/** The file's certificates, and, up to the limit, those in use of the same provider. */
function withKept(
  { entityId, certificates }: SamlMetadata,
  present: SamlConfiguration | undefined,
  now: number,
): readonly CertificateFacts[] {
  if (present === undefined || present.entityId !== entityId) return certificates;
  const added = new Set(certificates.map(({ der }) => der));
  const kept = factsOf(present).filter(({ der, notAfter }) => !added.has(der) && notAfter > now);
  return [...certificates, ...kept].slice(0, mostCertificates);
}

const factsOf = ({ certificates }: SamlConfiguration): CertificateFacts[] =>
  certificates.flatMap((der) => {
    const read = readCertificate(der);
    return read.ok ? [read.certificate] : [];
  });

const toConfiguration = (metadata: SamlMetadata, companyId: string): SamlConfiguration => ({
  ...metadata,
  companyId,
  certificates: metadata.certificates.map(({ der }) => der),
});

/** What the audit log says of a configuration. */
const audited = (configuration: SamlConfiguration): AuditValues => ({
  entityId: configuration.entityId,
  ssoUrl: configuration.ssoUrl,
  logoutUrl: configuration.logoutUrl,
  emailAttribute: configuration.emailAttribute,
  certificates: factsOf(configuration).map(({ fingerprint }) => fingerprint),
});

/** A configuration, as the admin sees it. */
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
    ...(metadata.dropped.length > 0 && { dropped: [...metadata.dropped] }),
  };
}
