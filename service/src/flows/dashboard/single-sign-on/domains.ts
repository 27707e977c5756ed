/** The domains of a company: claimed by a DNS record, listed and removed (requirements §5). */
import type { Deps, Flow } from '#deps.ts';
import { type AdminChange, adminChange } from '#flows/dashboard/admin-change.ts';
import { Refusal } from '#refusal.ts';
import {
  deleteDomainClaim,
  type DomainClaim,
  findDomainClaim,
  findDomainClaims,
  findDomainOwner,
  hasSamlAccounts,
  insertDomainClaim,
  lockDomain,
  type LookUp,
  updateMissedRecord,
  verifyDomainClaim,
} from '#store/dashboard/single-sign-on/domain-claims.ts';
import { endAccess, loseAddresses } from '#store/accounts/account-changes.ts';
import { cancelLinks } from '#store/accounts/links.ts';
import { findPolicy, hasAdminWithWayIn } from '#store/dashboard/single-sign-on/policy.ts';

import { newRecordValue, recordName, toDomain, unclaimable } from './domain-rules.ts';
import { type DomainEvent, domainMail } from '#mails/domain-mail.ts';
import type { DurableTransaction } from '#store/connection/pools.ts';
import { insertAuditEntries } from '#store/dashboard/audit-log.ts';
import { findActiveAdmins } from '#store/accounts/accounts.ts';
import { insertMails } from '#store/outbox.ts';

/** The most that one company can claim. */
const domainsOfCompany = 100;

export const listDomains: Flow<'listDomains'> = async (_input, { actor }, deps) => {
  const claims = await findDomainClaims(deps.store.relaxed, actor.account.companyId);
  return { items: claims.map((claim) => toDomain(claim, deps.settings)), total: claims.length };
};

/**
 * Begins a claim, or answers the one that exists. A domain that another company has verified is `claimedElsewhere`,
 * unless that one has lost its record; several may be pending in several companies.
 */
export const addDomain: Flow<'addDomain'> = async ({ body: { domain } }, call, deps) => {
  const problem = unclaimable(domain);
  if (problem !== undefined) throw new Refusal('invalid', { fields: { domain: [problem] } });
  return adminChange(call, deps, async ({ db, companyId, now, audit }) => {
    const owner = await findDomainOwner(db, domain);
    if (owner !== undefined && owner.companyId !== companyId && !owner.lost)
      throw new Refusal('claimedElsewhere');
    const claims = await findDomainClaims(db, companyId);
    const exists = claims.some((claim) => claim.domain === domain);
    if (!exists && claims.length >= domainsOfCompany)
      throw new Refusal('invalid', { fields: { domain: ['too_many'] } });
    const added = await insertDomainClaim(
      db,
      { companyId, domain, value: newRecordValue(deps.settings) },
      now,
    );
    if (added) audit({ action: 'domainAdded', target: domain });
    return toDomain(await claimIn(db, companyId, domain), deps.settings);
  });
};

/**
 * Looks the record up now. Throws `Refusal('recordNotFound')` with the domain and what was found instead in `present`,
 * and `Refusal('claimedElsewhere')` if another company has the domain by now.
 */
export const verifyDomain: Flow<'verifyDomain'> = async ({ params: { domain } }, call, deps) => {
  const { companyId } = call.actor.account;
  const claim = await findDomainClaim(deps.store.relaxed, companyId, domain);
  if (claim === undefined) throw new Refusal('notFound');
  // Before the transaction, which must not wait for a name server.
  const lookUp = await lookUpRecord(claim, deps);
  if (lookUp.problem !== undefined) {
    const missed = await updateMissedRecord(deps.store.durable, claim, lookUp, deps.clock());
    throw new Refusal('recordNotFound', { present: toDomain(missed ?? claim, deps.settings) });
  }
  const verified = await adminChange(call, deps, async (change) => {
    await verifyIn(change, claim, deps);
    return toDomain(await claimIn(change.db, companyId, domain), deps.settings);
  });
  deps.wakeMailWorker();
  return verified;
};

async function verifyIn(
  { db, companyId, now, audit }: AdminChange,
  { domain, value }: DomainClaim,
  deps: Deps,
): Promise<void> {
  await lockDomain(db, domain);
  const owner = await findDomainOwner(db, domain);
  if (owner !== undefined && owner.companyId !== companyId && !owner.lost)
    throw new Refusal('claimedElsewhere');
  const current = await claimIn(db, companyId, domain);
  // Removed and claimed again meanwhile: the record that was found is the old claim's.
  if (current.value !== value)
    throw new Refusal('recordNotFound', { present: toDomain(current, deps.settings) });
  await verifyDomainClaim(db, { companyId, domain }, now);
  if (owner !== undefined && owner.companyId !== companyId) {
    const at = { kind: 'domainTakenOver', domain, at: now } as const;
    await tellAdmins(db, owner.companyId, at, deps);
    await takeAddresses(db, { companyId: owner.companyId, domain }, now);
  }
  if (current.verifiedAt === undefined || current.lostAt !== undefined)
    audit({ action: 'domainVerified', target: domain });
}

/**
 * The addresses of the domain belong to the new owner: they no longer sign in to the old company, and block nobody
 * (docs/decisions/lost-domains.md). The accounts stay, until an admin changes their addresses.
 */
async function takeAddresses(
  db: AdminChange['db'],
  of: Parameters<typeof loseAddresses>[1],
  now: number,
): Promise<void> {
  const ids = await loseAddresses(db, of, now);
  if (ids.length === 0) return;
  await endAccess(db, ids, now, {
    cancelledLinks: cancelLinks(ids, ['reset', 'invitation', 'device', 'newDevice', 'identity'], now),
  });
}

/**
 * While the company requires single sign-on, throws `Refusal('ssoRequired')` for its last verified domain, and for one
 * with accounts that sign in by the provider: only addresses in its domains can. Throws `Refusal('notPossible')` if no
 * admin could sign in without the domain (threat G4).
 */
export const removeDomain: Flow<'removeDomain'> = async ({ params: { domain } }, call, deps) => {
  await adminChange(call, deps, async ({ db, companyId, audit }) => {
    // The daily check of this moment comes first or finds no domain; after the company's lock, as in `verifyIn`.
    await lockDomain(db, domain);
    const claims = await findDomainClaims(db, companyId);
    const verified = claims.filter(({ verifiedAt }) => verifiedAt !== undefined);
    const isVerified = verified.some((claim) => claim.domain === domain);
    const policy = await findPolicy(db, companyId);
    const isNeeded = async () => verified.length === 1 || (await hasSamlAccounts(db, companyId, domain));
    if (policy?.sso.required && isVerified && (await isNeeded())) throw new Refusal('ssoRequired');
    if (!(await deleteDomainClaim(db, companyId, domain))) throw new Refusal('notFound');
    if (isVerified && !(await hasAdminWithWayIn(db, companyId))) throw new Refusal('notPossible');
    audit({ action: 'domainRemoved', target: domain });
    return undefined;
  });
  return undefined;
};

/** Asks the DNS for the record of a claim. */
export async function lookUpRecord(
  claim: DomainClaim,
  deps: Pick<Deps, 'txtRecords' | 'settings'>,
): Promise<LookUp> {
  const found = await deps.txtRecords.lookUp(recordName(claim.domain, deps.settings));
  if (found === undefined) return { problem: 'unreachable', found: [] };
  // Consoles of name servers add quotes and spaces that were pasted with the value.
  if (found.some((text) => text.trim().replace(/^"(.*)"$/, '$1') === claim.value))
    return { problem: undefined };
  const shown = found.slice(0, foundShown).map((text) => text.slice(0, foundLength));
  return { problem: found.length === 0 ? 'noRecord' : 'otherValue', found: shown };
}

/** How many of the other texts are shown, and how much of each. */
const foundShown = 5;
const foundLength = 200;

async function claimIn(db: AdminChange['db'], companyId: string, domain: string): Promise<DomainClaim> {
  const claim = await findDomainClaim(db, companyId, domain);
  if (claim === undefined) throw new Refusal('notFound');
  return claim;
}

/**
 * Writes an email to each active admin and an entry without an actor, in the transaction of the change. Wake the mail
 * worker after it.
 */
export async function tellAdmins(
  db: DurableTransaction,
  companyId: string,
  event: DomainEvent,
  deps: Pick<Deps, 'keys'>,
): Promise<void> {
  const { kind: action, domain: target, at } = event;
  // The request is the other company's, if there is one.
  const entry = { companyId, actor: undefined, action, target, requestId: undefined };
  await insertAuditEntries(db, [entry], at);
  const admins = await findActiveAdmins(db, companyId);
  if (admins.length > 0) await insertMails(admins.map((admin) => domainMail(admin, event, deps))).execute(db);
}
