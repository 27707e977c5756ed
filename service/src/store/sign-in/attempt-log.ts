/**
 * Writes attempts that opened no session into the sign-in log. They are collected for up to a second and inserted by one
 * statement, after their calls are answered: an attempt costs its call nothing, and the database the same with and
 * without an account (threats A4, A5). The statement finds the account and the company; an address of neither leaves no
 * row. Attempts of the last second are lost with the process, those above a limit are counted and dropped.
 */
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { minutes } from '@app/contract/fields/durations.ts';
import type { EventReason } from '@app/contract/dashboard/event-reasons.ts';
import type { EventOutcome } from '@app/contract/dashboard/sign-in-log.ts';
import type { Platform, Strategy } from '@app/contract/fields/vocabulary.ts';

import { isDatabaseDown } from '#store/connection/database-down.ts';
import type { EventKind } from '#store/connection/database.ts';
import type { Relaxed } from '#store/connection/pools.ts';
import { storableJson } from '#store/connection/storable-json.ts';
import { accountOfAddress, domainOf } from '#store/accounts/accounts.ts';

export interface Attempt {
  readonly kind: EventKind;
  readonly outcome: EventOutcome;
  readonly method: Strategy | undefined;
  /** Undefined if it was not refused. */
  readonly reason: EventReason | undefined;
  /** The reason more exactly, in our own words. */
  readonly detail: string | undefined;
  /** As it was typed, or as a provider that was verified named it. */
  readonly email: string | undefined;
  /** Where the call has found it. */
  readonly accountId: string | undefined;
  /** Where the address of the call names it. No other company's log gets the attempt. */
  readonly companyId: string | undefined;
  readonly supportCode: string | undefined;
  readonly client: string;
  readonly platform: Platform;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface AttemptLog {
  /** Never waits and never throws. */
  add(attempt: Attempt): void;
  /** Resolves when everything that was added is written. */
  flush(): Promise<void>;
  /** How many were dropped since the start. */
  dropped(): number;
}

/**
 * `collectFor` in milliseconds; `waiting`: attempts in memory; `batch`: rows of one statement; `perClient` within
 * `window`: what one client can write, more than an office has when it starts work.
 */
const attemptLogLimits = {
  collectFor: 500,
  waiting: 5000,
  batch: 500,
  perClient: 300,
  clients: 20_000,
  window: minutes(1),
};

export function createAttemptLog(db: Relaxed, log: Logger, limits = attemptLogLimits): AttemptLog {
  let waiting: Attempt[] = [];
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let dropped = 0;
  let reported = 0;
  /** Attempts of each client in the present window. */
  let counts = new Map<string, number>();
  let windowEndsAt = 0;

  function hasRoom({ client, at }: Attempt): boolean {
    if (at >= windowEndsAt || counts.size > limits.clients) {
      counts = new Map();
      windowEndsAt = at + limits.window;
    }
    const count = (counts.get(client) ?? 0) + 1;
    counts.set(client, count);
    return count <= limits.perClient && waiting.length < limits.waiting;
  }

  /** One batch after the other, so that a flood never takes more than one connection. */
  async function send(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, limits.batch);
      try {
        await insertEach(batch);
      } catch (error) {
        log.warn({ err: error, waiting: waiting.length }, 'attempts were not written into the sign-in log');
        // A database that is away finds them still waiting at the next flush, if there is room.
        return;
      }
      waiting = waiting.slice(batch.length);
    }
    if (dropped > reported) log.warn({ dropped: dropped - reported }, 'attempts were dropped');
    reported = dropped;
  }

  /** An attempt that the database refuses is dropped on its own, so that it cannot hide another one. */
  async function insertEach(batch: readonly Attempt[]): Promise<void> {
    try {
      await insertAttempts(db, batch);
    } catch (error) {
      if (isDatabaseDown(error)) throw error;
      if (batch.length === 1) {
        log.warn({ err: error }, 'an attempt was refused by the database');
        dropped += 1;
        return;
      }
      const half = Math.ceil(batch.length / 2);
      await insertEach(batch.slice(0, half));
      await insertEach(batch.slice(half));
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    running = running.then(send);
    return running;
  }

  return {
    add(attempt) {
      if (hasRoom(attempt)) waiting.push(attempt);
      else dropped += 1;
      timer ??= setTimeout(() => void flush(), limits.collectFor);
    },
    flush,
    dropped: () => dropped,
  };
}

/**
 * The account is the one that the call found, else that of the address; the company is that of the path, of the account,
 * or the one that claimed the domain.
 */
async function insertAttempts(db: Relaxed, attempts: readonly Attempt[]): Promise<void> {
  const rows = attempts.map((attempt) => ({
    account_id: attempt.accountId ?? null,
    company_id: attempt.companyId ?? null,
    email: attempt.email ?? null,
    domain: attempt.email === undefined ? null : domainOf(attempt.email),
    kind: attempt.kind,
    method: attempt.method ?? null,
    outcome: attempt.outcome,
    reason: attempt.reason ?? null,
    detail: attempt.detail?.slice(0, 200) ?? null,
    support_code: attempt.supportCode ?? null,
    client: attempt.client,
    platform: attempt.platform,
    at: new Date(attempt.at).toISOString(),
  }));
  await sql`
    insert into events
      (event_id, company_id, account_id, email, kind, method, outcome, reason, detail, support_code, client, platform, at)
    select gen_random_uuid(), coalesce(c.id, a.company_id, d.company_id), a.id, coalesce(r.email, a.email),
      r.kind, coalesce(r.method, a.method), r.outcome, r.reason, r.detail, r.support_code, r.client, r.platform, r.at
    from jsonb_to_recordset(${storableJson(rows)}::jsonb) as r (
      account_id uuid, company_id uuid, email text, domain text, kind text, method text, outcome text, reason text,
      detail text, support_code text, client text, platform text, at timestamptz
    )
    left join companies c on c.id = r.company_id
    left join accounts found on found.id = r.account_id
    left join ${accountOfAddress(sql.ref('r.email'))} named on r.account_id is null
    left join accounts a on a.id = coalesce(found.id, named.id) and a.company_id = coalesce(r.company_id, a.company_id)
    left join domains d on r.company_id is null and a.id is null and d.domain = r.domain
    where coalesce(c.id, a.company_id, d.company_id) is not null`.execute(db);
}
