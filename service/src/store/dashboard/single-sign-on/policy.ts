/** A company's policy, the accounts that a required single sign-on changes, and the change itself. */
import { sql } from 'kysely';
import type { Policy } from '@app/contract/dashboard/single-sign-on.ts';
import type { Platform, ProviderStep } from '@app/contract/fields/vocabulary.ts';

import {
  type Account,
  accountColumns,
  type AccountRow,
  counted,
  toAccount,
} from '#store/accounts/accounts.ts';
import type { SecondStep } from '#store/connection/database.ts';
import type { DurableTransaction, Reader } from '#store/connection/pools.ts';
import { insertEvents } from '#store/events.ts';
import { endedAt } from '#store/sessions/sessions.ts';

import { keepMethods } from './kept-methods.ts';

export async function findPolicy(db: Reader, companyId: string): Promise<Policy | undefined> {
  const { rows } = await sql<{
    second_step: SecondStep;
    factor_from: Date | null;
    provider_step: ProviderStep;
    sso_required: boolean;
    break_glass_id: string | null;
    provider_sign_in_hours: number | null;
    policy_version: number;
  }>`
    select second_step, factor_from, provider_step, sso_required, break_glass_id, provider_sign_in_hours, policy_version
    from companies where id = ${companyId}`.execute(db);
  const [row] = rows;
  return (
    row && {
      secondStep: row.second_step,
      ...(row.factor_from && { factorFrom: row.factor_from.getTime() }),
      ...(row.provider_step !== 'never' && { providerStep: row.provider_step }),
      sso: {
        required: row.sso_required,
        ...(row.break_glass_id !== null && { breakGlassUserId: row.break_glass_id }),
      },
      ...(row.provider_sign_in_hours !== null && { providerSignInHours: row.provider_sign_in_hours }),
      version: row.policy_version,
    }
  );
}

export async function updatePolicy(
  db: DurableTransaction,
  companyId: string,
  { secondStep, factorFrom, providerStep, sso, providerSignInHours }: Omit<Policy, 'version'>,
): Promise<void> {
  await sql`
    update companies set second_step = ${secondStep},
      factor_from = ${factorFrom === undefined ? null : new Date(factorFrom)}::timestamptz,
      provider_step = ${providerStep ?? 'never'}, sso_required = ${sso.required},
      break_glass_id = ${sso.breakGlassUserId ?? null}, provider_sign_in_hours = ${providerSignInHours ?? null},
      policy_version = policy_version + 1
    where id = ${companyId}`.execute(db);
}

/** Who can keep the password: active admins who have one. */
export async function findBreakGlassAdmins(
  db: Reader,
  companyId: string,
  limit: number,
): Promise<{ id: string; name: string; email: string }[]> {
  const { rows } = await sql<{ id: string; name: string; email: string }>`
    select id, name, email from accounts
    where company_id = ${companyId}::uuid and status = 'active' and method = 'password' and roles ? 'Admin'
      and password_hash is not null
    order by email limit ${limit}`.execute(db);
  return rows;
}

/** Whether this account can be the one that keeps the password. Locked until the transaction ends. */
export async function lockBreakGlassAdmin(
  db: DurableTransaction,
  companyId: string,
  accountId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from accounts
    where id = ${accountId}::uuid and company_id = ${companyId}::uuid and status = 'active' and method = 'password'
      and roles ? 'Admin' and password_hash is not null
    for no key update`.execute(db);
  return rows.length === 1;
}

/** Whether the address of the account `a` is in a domain of its company. */
const isInside = sql<boolean>`exists (
  select from domains d where d.domain = split_part(a.email, '@', 2) and d.company_id = a.company_id)`;

/** Whether an active admin can sign in: by the provider, only if the company has one and the domain of the address. */
export async function hasAdminWithWayIn(db: DurableTransaction, companyId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from accounts a
    where a.company_id = ${companyId}::uuid and a.status = 'active' and a.roles ? 'Admin' and a.address_lost_at is null
      and (a.method <> 'saml'
        or ${isInside} and exists (select from saml_configurations s where s.company_id = a.company_id))
    limit 1`.execute(db);
  return rows.length === 1;
}

export interface PolicyEffect {
  readonly password: number;
  readonly google: number;
  readonly alreadySaml: number;
  readonly outsideDomains: number;
  readonly outsidePeople: readonly { readonly id: string; readonly name: string; readonly email: string }[];
  readonly sessionsEnding: number;
  readonly ownSecondStep: Readonly<Record<SecondStep, number>>;
  readonly companySecondStep: number;
}

/**
 * Whom a required single sign-on would change.
 *
 * @param except who would keep the password
 * @param outside how many of the people outside the company's domains are named, and after which address
 */
export async function findPolicyEffect(
  db: Reader,
  companyId: string,
  {
    except,
    outside: { after, limit },
    now,
  }: {
    readonly except: string | undefined;
    readonly outside: { readonly after: string; readonly limit: number };
    readonly now: number;
  },
): Promise<PolicyEffect> {
  const outside = sql`not ${isInside}`;
  const changes = sql`(a.method <> 'saml' and a.id is distinct from ${except ?? null}::uuid)`;
  const { rows } = await sql<Record<string, number>>`
    select count(*) filter (where ${changes} and a.method = 'password')::int as password,
      count(*) filter (where ${changes} and a.method = 'google')::int as google,
      count(*) filter (where a.method = 'saml')::int as saml,
      count(*) filter (where ${changes} and ${outside})::int as outside,
      count(*) filter (where a.second_step = 'always')::int as always,
      count(*) filter (where a.second_step = 'unrecognised')::int as unrecognised,
      count(*) filter (where a.second_step = 'off')::int as off,
      count(*) filter (where a.second_step is null and a.method = 'password' and a.status = 'active')::int as company,
      (select count(*) from families f join accounts o on o.id = f.account_id
        where o.company_id = ${companyId}::uuid and o.method <> 'saml' and o.id is distinct from ${except ?? null}::uuid
          and f.revoked_at is null
          and f.expires_at > ${new Date(now)})::int as sessions
    from accounts a where a.company_id = ${companyId}::uuid`.execute(db);
  const named = await sql<{ id: string; name: string; email: string }>`
    select a.id, a.name, a.email from accounts a
    where a.company_id = ${companyId}::uuid and a.email > ${after}::text and ${changes} and ${outside}
    order by a.email limit ${limit}`.execute(db);
  const count = (name: string): number => rows[0]?.[name] ?? 0;
  return {
    password: count('password'),
    google: count('google'),
    alreadySaml: count('saml'),
    outsideDomains: count('outside'),
    outsidePeople: named.rows,
    sessionsEnding: count('sessions'),
    ownSecondStep: { always: count('always'), unrecognised: count('unrecognised'), off: count('off') },
    companySecondStep: count('company'),
  };
}

/**
 * An account that is to sign in by the company's provider, and whether it can: its address is in a domain of the
 * company.
 */
export interface AccountToChange extends Account {
  readonly isInside: boolean;
}

/**
 * Up to `limit` accounts of the company that sign in another way, but `except`, locked until the transaction ends. In
 * the order of their ids, so that two changes of many wait for each other and never deadlock.
 */
export async function lockAccountsToChange(
  db: DurableTransaction,
  companyId: string,
  { except, limit }: { readonly except: string; readonly limit: number },
): Promise<AccountToChange[]> {
  const { rows } = await sql<AccountRow & { is_inside: boolean }>`
    select ${accountColumns}, ${isInside} as is_inside
    from accounts a
    where a.company_id = ${companyId}::uuid and a.method <> 'saml' and a.id <> ${except}::uuid
    order by a.id limit ${limit} for no key update of a`.execute(db);
  return rows.map((row) => ({ ...toAccount(row), isInside: row.is_inside }));
}

/**
 * Lets the accounts sign in only by the company's provider, and ends everything by which they are signed in or could be
 * (threats B2, B4): sessions, challenges, known devices, open links and identities. How confirmed accounts signed in,
 * and their passwords, are kept for a day and open nothing.
 */
export async function changeToSaml(
  db: DurableTransaction,
  ids: readonly string[],
  { client, platform, now }: { readonly client: string; readonly platform: Platform; readonly now: number },
): Promise<void> {
  const at = sql`${new Date(now)}::timestamptz`;
  const these = sql`any (${ids}::uuid[])`;
  // By itself and first: a code that is being checked holds its challenge, and its session must be seen by the next.
  await sql`update challenges set used_at = ${at} where account_id = ${these} and used_at is null`.execute(
    db,
  );
  await keepMethods(db, ids, now);
  await sql`
    with unlinked as (delete from identities where account_id = ${these}),
      ended as (update families f set ${endedAt(now)} where account_id = ${these} and revoked_at is null),
      forgotten as (delete from devices where account_id = ${these}),
      proofs as (delete from mailbox_proofs where account_id = ${these}),
      changes as (update email_changes set cancelled_at = ${at}
        where account_id = ${these} and done_at is null and cancelled_at is null),
      cancelled as (update links set cancelled_at = ${at}
        where account_id = ${these} and used_at is null and cancelled_at is null),
      told as (${insertEvents(ids, { kind: 'methodChanged', client, platform, at: now })})
    update accounts set method = 'saml', credential_version = credential_version + 1, ${counted}
    where id = ${these}`.execute(db);
}
