/** Test sign-ins at a company's identity provider: each has its own request, which no sign-in can use. */
import { sql } from 'kysely';
import * as limits from '@app/contract/fields/limits.ts';
import type { SamlTest } from '@app/contract/dashboard/saml-test.ts';

import { domainOf } from '#store/accounts/accounts.ts';
import type { AccountStatus } from '#store/connection/database.ts';
import type { Durable, DurableTransaction, Reader } from '#store/connection/pools.ts';
import type { Strategy } from '@app/contract/fields/vocabulary.ts';

/** All times in milliseconds since the epoch. */
export interface SamlTestRow {
  readonly id: string;
  readonly companyId: string;
  /** Who tests, and in which session. */
  readonly accountId: string;
  readonly familyId: string;
  /** The ID of the AuthnRequest. */
  readonly requestId: string;
  /** Of the configuration that it tries. */
  readonly revision: string;
  readonly startedAt: number;
  readonly expiresAt: number;
  readonly answeredAt: number | undefined;
  readonly passed: boolean;
  readonly report: SamlTestReport | undefined;
  readonly answer: string | undefined;
}

export type SamlTestReport = Pick<SamlTest, 'checks' | 'nameId' | 'email' | 'attributes' | 'clockDifference'>;

interface TestRow {
  id: string;
  company_id: string;
  account_id: string;
  family_id: string;
  request_id: string;
  revision: string;
  started_at: Date;
  expires_at: Date;
  answered_at: Date | null;
  passed: boolean | null;
  /** Written only by `answerSamlTest`. */
  report: SamlTestReport | null;
  answer: string | null;
}

const toTest = (row: TestRow): SamlTestRow => ({
  id: row.id,
  companyId: row.company_id,
  accountId: row.account_id,
  familyId: row.family_id,
  requestId: row.request_id,
  revision: row.revision,
  startedAt: row.started_at.getTime(),
  expiresAt: row.expires_at.getTime(),
  answeredAt: row.answered_at?.getTime(),
  passed: row.passed === true,
  report: row.report ?? undefined,
  answer: row.answer ?? undefined,
});

export async function insertSamlTest(
  db: DurableTransaction,
  test: Pick<
    SamlTestRow,
    'id' | 'companyId' | 'accountId' | 'familyId' | 'requestId' | 'revision' | 'startedAt'
  > & { readonly relayState: Buffer },
): Promise<void> {
  await sql`
    insert into saml_tests (id, company_id, account_id, family_id, request_id, relay_state, revision,
      started_at, expires_at)
    values (${test.id}, ${test.companyId}, ${test.accountId}, ${test.familyId}, ${test.requestId},
      ${test.relayState}, ${test.revision}, ${new Date(test.startedAt)},
      ${new Date(test.startedAt + limits.samlTestLifetime)})`.execute(db);
}

/** A company's test; another company's is undefined. */
export async function findSamlTest(
  db: Reader,
  companyId: string,
  id: string,
): Promise<SamlTestRow | undefined> {
  const { rows } = await sql<TestRow>`
    select * from saml_tests where id = ${id} and company_id = ${companyId}`.execute(db);
  return rows[0] && toTest(rows[0]);
}

/** The test of a RelayState (SHA-256), if it is this company's. */
export async function findSamlTestOf(
  db: Reader,
  relayState: Buffer,
  companyId: string,
): Promise<SamlTestRow | undefined> {
  const { rows } = await sql<TestRow>`
    select * from saml_tests where relay_state = ${relayState} and company_id = ${companyId}`.execute(db);
  return rows[0] && toTest(rows[0]);
}

/**
 * Stores the first answer of a test; a later one changes nothing. If it passed, the configuration is marked as tested,
 * unless it was replaced meanwhile.
 */
export async function answerSamlTest(
  db: Durable,
  test: Pick<SamlTestRow, 'id' | 'companyId' | 'revision'>,
  result: { readonly passed: boolean; readonly report: SamlTestReport; readonly answer: string | undefined },
  now: number,
): Promise<void> {
  const at = sql`${new Date(now)}::timestamptz`;
  await sql`
    with answered as (
      update saml_tests set answered_at = ${at}, passed = ${result.passed},
        report = ${JSON.stringify(result.report)}::jsonb, answer = ${result.answer ?? null}
      where id = ${test.id}::uuid and answered_at is null and expires_at > ${at}
      returning 1
    )
    update saml_configurations set tested_at = ${at}
    where company_id = ${test.companyId}::uuid and revision = ${test.revision}::uuid and ${result.passed}::boolean
      and exists (select from answered)`.execute(db);
}

/** What a company's provider says of an address: is its domain the company's, and whose account is it? */
export async function findTestedAccount(
  db: Reader,
  companyId: string,
  email: string,
): Promise<{ domains: string[]; ownDomain: boolean; status?: AccountStatus; method?: Strategy }> {
  const { rows } = await sql<{
    domains: string[] | null;
    status: AccountStatus | null;
    method: Strategy | null;
  }>`
    select (select array_agg(d.domain order by d.domain) from domains d where d.company_id = ${companyId}::uuid)
        as domains, a.status, a.method
    from (select) one
    left join accounts a on a.email = ${email} and a.company_id = ${companyId}::uuid`.execute(db);
  const row = rows[0];
  const domains = row?.domains ?? [];
  return {
    domains,
    ownDomain: domains.includes(domainOf(email)),
    ...(row?.status && { status: row.status }),
    ...(row?.method && { method: row.method }),
  };
}
