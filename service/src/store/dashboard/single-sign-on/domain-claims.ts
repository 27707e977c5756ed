/** The domains that a company claims: what its DNS must contain, and the results of the look-ups. */
import { sql } from 'kysely';
import { hours, minutes } from '@app/contract/fields/durations.ts';
import * as limits from '@app/contract/fields/limits.ts';
import type { RecordProblem } from '@app/contract/dashboard/single-sign-on.ts';

import { lock } from '#store/connection/lock.ts';
import type { Durable, DurableTransaction, Reader } from '#store/connection/pools.ts';
import { storableJson } from '#store/connection/storable-json.ts';

/** A verified domain is looked up again after this; one whose name servers did not answer, sooner. */
const checkEvery = hours(24);
const checkAgain = hours(1);

/** All times in milliseconds since the epoch. */
export interface DomainClaim {
  readonly companyId: string;
  readonly domain: string;
  readonly value: string;
  readonly verifiedAt: number | undefined;
  readonly checkedAt: number | undefined;
  readonly lostAt: number | undefined;
  readonly failedChecks: number;
  readonly problem: RecordProblem | undefined;
  readonly found: readonly string[];
}

/** The result of a look-up: the record, or why not and what else was found. */
export type LookUp =
  { readonly problem: undefined } | { readonly problem: RecordProblem; readonly found: readonly string[] };

interface ClaimRow {
  company_id: string;
  domain: string;
  value: string;
  verified_at: Date | null;
  checked_at: Date | null;
  lost_at: Date | null;
  failed_checks: number;
  problem: RecordProblem | null;
  found: unknown;
}

const toClaim = (row: ClaimRow): DomainClaim => ({
  companyId: row.company_id,
  domain: row.domain,
  value: row.value,
  verifiedAt: row.verified_at?.getTime(),
  checkedAt: row.checked_at?.getTime(),
  lostAt: row.lost_at?.getTime(),
  failedChecks: row.failed_checks,
  problem: row.problem ?? undefined,
  found: Array.isArray(row.found) ? row.found.map(String) : [],
});

export async function findDomainClaims(db: Reader, companyId: string): Promise<DomainClaim[]> {
  const { rows } = await sql<ClaimRow>`
    select * from domain_claims where company_id = ${companyId} order by domain`.execute(db);
  return rows.map(toClaim);
}

export async function findDomainClaim(
  db: Reader,
  companyId: string,
  domain: string,
): Promise<DomainClaim | undefined> {
  const { rows } = await sql<ClaimRow>`
    select * from domain_claims where company_id = ${companyId} and domain = ${domain}`.execute(db);
  return rows[0] && toClaim(rows[0]);
}

/** Inserts a pending claim; an existing one of the company stays as it is. */
export async function insertDomainClaim(
  db: DurableTransaction,
  claim: Pick<DomainClaim, 'companyId' | 'domain' | 'value'>,
  now: number,
): Promise<boolean> {
  const { rows } = await sql`
    insert into domain_claims (company_id, domain, value, created_at)
    values (${claim.companyId}::uuid, ${claim.domain}, ${claim.value}, ${new Date(now)})
    on conflict do nothing returning 1`.execute(db);
  return rows.length === 1;
}

/** Lets the claims of one domain be decided one after the other; the lock ends with the transaction. */
export async function lockDomain(db: DurableTransaction, domain: string): Promise<void> {
  await lock(db, `domain ${domain}`);
}

export interface DomainOwner {
  readonly companyId: string;
  readonly lost: boolean;
}

/** The company whose people sign in by the domain, and whether its record is lost. */
export async function findDomainOwner(db: Reader, domain: string): Promise<DomainOwner | undefined> {
  const { rows } = await sql<{ company_id: string; lost: boolean }>`
    select d.company_id, c.lost_at is not null as lost from domains d
    left join domain_claims c on c.company_id = d.company_id and c.domain = d.domain
    where d.domain = ${domain}`.execute(db);
  return rows[0] && { companyId: rows[0].company_id, lost: rows[0].lost };
}

/**
 * The record was found: the domain is the company's. Call it with the domain locked, and only if no other company has it,
 * or one that has lost its record. That one's claim becomes pending again. Without a claim nothing is written: a company
 * that has removed its claim must not get the domain back.
 */
export async function verifyDomainClaim(
  db: DurableTransaction,
  { companyId, domain }: Pick<DomainClaim, 'companyId' | 'domain'>,
  now: number,
): Promise<void> {
  const at = new Date(now);
  await sql`
    update domain_claims set verified_at = null, lost_at = null, failed_checks = 0, next_check_at = null
    where domain = ${domain} and company_id <> ${companyId}::uuid and exists (
      select from domain_claims own where own.domain = ${domain} and own.company_id = ${companyId}::uuid
    )`.execute(db);
  // The insert is what sign-in reads: by single sign-on only while the company has a provider.
  await sql`
    with verified as (
      update domain_claims set verified_at = coalesce(verified_at, ${at}), checked_at = ${at}, lost_at = null,
        failed_checks = 0, problem = null, found = null, next_check_at = ${new Date(now + checkEvery)}
      where domain = ${domain} and company_id = ${companyId}::uuid
      returning 1
    )
    insert into domains (domain, company_id, method)
    select ${domain}::text, ${companyId}::uuid,
      case when exists (select from saml_configurations s where s.company_id = ${companyId}::uuid)
        then 'saml' else 'password' end
    from verified
    on conflict (domain) do update set company_id = excluded.company_id, method = excluded.method
      where domains.company_id <> excluded.company_id`.execute(db);
}

type Missed = Extract<LookUp, { readonly problem: RecordProblem }>;

/** What an admin's own look-up found in place of the record. It counts for nothing: only the daily check loses a domain. */
export async function updateMissedRecord(
  db: Durable,
  { companyId, domain }: Pick<DomainClaim, 'companyId' | 'domain'>,
  { problem, found }: Missed,
  now: number,
): Promise<DomainClaim | undefined> {
  const { rows } = await sql<ClaimRow>`
    update domain_claims set checked_at = ${new Date(now)}, problem = ${problem},
      found = ${storableJson(found)}::jsonb
    where company_id = ${companyId}::uuid and domain = ${domain}
    returning *`.execute(db);
  return rows[0] && toClaim(rows[0]);
}

/** A daily check of a verified domain that did not find the record: after some in a row the domain is lost. */
export async function countMissedRecord(
  db: DurableTransaction,
  claim: Pick<DomainClaim, 'companyId' | 'domain'>,
  missed: Missed,
  now: number,
): Promise<DomainClaim | undefined> {
  await updateMissedRecord(db, claim, missed, now);
  // A server that did not answer says nothing about the record.
  const unreachable = missed.problem === 'unreachable';
  const again = now + (unreachable ? checkAgain : checkEvery);
  const counted = unreachable ? 0 : 1;
  const { rows } = await sql<ClaimRow>`
    update domain_claims set failed_checks = failed_checks + ${counted},
      next_check_at = ${new Date(again)}::timestamptz,
      lost_at = case when failed_checks + ${counted} >= ${limits.domainChecksToLose}
        then coalesce(lost_at, ${new Date(now)}::timestamptz) end
    where company_id = ${claim.companyId}::uuid and domain = ${claim.domain} and verified_at is not null
    returning *`.execute(db);
  return rows[0] && toClaim(rows[0]);
}

/** Whether an account of the company with an address in the domain signs in by its provider, or is invited to. */
export async function hasSamlAccounts(
  db: DurableTransaction,
  companyId: string,
  domain: string,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from accounts where company_id = ${companyId}::uuid and method = 'saml'
      and status <> 'disabled' and split_part(email, '@', 2) = ${domain} limit 1`.execute(db);
  return rows.length === 1;
}

/** Deletes the claim, and the domain with it if it was the company's. False if there was none. */
export async function deleteDomainClaim(
  db: DurableTransaction,
  companyId: string,
  domain: string,
): Promise<boolean> {
  await sql`delete from domains where domain = ${domain} and company_id = ${companyId}::uuid`.execute(db);
  const { rows } = await sql`
    delete from domain_claims where company_id = ${companyId}::uuid and domain = ${domain} returning 1`.execute(
    db,
  );
  return rows.length === 1;
}

/** How long a claimed check is reserved for its process. If that dies, another does it afterwards. */
const checkLease = minutes(10);

/** Claims up to `limit` domains whose daily check is due. Jobs on several instances never get the same one. */
export async function claimDueDomains(db: Durable, now: number, limit: number): Promise<DomainClaim[]> {
  const { rows } = await sql<ClaimRow>`
    update domain_claims set next_check_at = ${new Date(now + checkLease)}
    where (company_id, domain) in (
      select company_id, domain from domain_claims where next_check_at <= ${new Date(now)}
      order by next_check_at limit ${limit} for update skip locked
    )
    returning *`.execute(db);
  return rows.map(toClaim);
}
