/** Counts every acknowledged change in the database: what is lost, and what happened twice. */
import type { Acknowledged, LoadResult } from './load.ts';
import type { Product } from './product.ts';

export interface Counted {
  readonly lost: number;
  readonly double: number;
  /** Which kinds of changes are lost or double, for the reader. */
  readonly of: readonly string[];
}

/** @param port of the server to ask, where it is not the first one */
export async function countChanges(
  product: Product,
  { acknowledged, unknown }: Pick<LoadResult, 'acknowledged' | 'unknown'>,
  port?: number,
): Promise<Counted> {
  const of = <Kind extends Acknowledged['kind']>(...kinds: Kind[]): Extract<Acknowledged, { kind: Kind }>[] =>
    acknowledged.filter((change): change is Extract<Acknowledged, { kind: Kind }> =>
      (kinds as string[]).includes(change.kind),
    );
  const count = async (text: string, values: readonly unknown[]): Promise<number> => {
    const [row] = await product.rows<{ count: string }>(text, values, port);
    return Number(row?.count);
  };
  /** Rows that there must be, one for each change, with a key that no two changes share. */
  const keyed = async (kind: string, text: string, keys: readonly unknown[]): Promise<Counted> => {
    const found = await count(text, [keys]);
    return verdict(kind, Math.max(0, keys.length - found), Math.max(0, found - keys.length));
  };
  const tokens = of('session', 'refresh').map(({ refreshToken }) => refreshToken.split('.'));
  const sessions = tokens.map(([id = '']) => Buffer.from(id, 'base64url').toString('hex'));
  const generations = tokens.map(([, generation]) => Number(generation));
  const reached = await count(
    `select count(*) from unnest($1::uuid[], $2::integer[]) as t (id, generation)
      join families f on f.id = t.id and f.generation >= t.generation`,
    [sessions, generations],
  );
  const invited = of('invitation').map(({ email }) => email);
  const signedUp = of('signUp').map(({ email }) => email);
  const counted = [
    verdict('refresh tokens', tokens.length - reached, tokens.length - new Set(tokens.map(String)).size),
    await keyed('invitations', 'select count(*) from accounts where email = any($1::text[])', invited),
    await keyed('sign-ups', 'select count(*) from signups where email = any($1::text[])', signedUp),
  ];
  for (const kind of ['profileChanged', 'passwordChanged'] as const) {
    const accounts = of(kind).map(({ accountId }) => accountId);
    const found = await count(
      `select count(*) from events where kind = $1 and outcome = 'success' and account_id = any($2::uuid[])`,
      [kind, accounts],
    );
    const perhaps = unknown.filter((each) => each === kind).length;
    const lost = Math.max(0, accounts.length - found);
    counted.push(verdict(kind, lost, Math.max(0, found - accounts.length - perhaps)));
  }
  return {
    lost: counted.reduce((sum, { lost }) => sum + lost, 0),
    double: counted.reduce((sum, { double }) => sum + double, 0),
    of: counted.flatMap(({ of: kinds }) => kinds),
  };
}

const verdict = (kind: string, lost: number, double: number): Counted => ({
  lost,
  double,
  of: lost + double > 0 ? [`${kind}: ${lost} lost, ${double} twice`] : [],
});

export interface MailCount {
  readonly written: number;
  /** Neither accepted by the mail server nor reported as failed. */
  readonly missing: number;
  readonly double: number;
}

/** Compares the emails of the outbox with those that the mail server accepted. */
export async function countMails(product: Product, port?: number): Promise<MailCount> {
  const rows = await product.rows<{ id: string; failed: boolean }>(
    'select id, failed_at is not null as failed from outbox',
    [],
    port,
  );
  const times = new Map<string, number>();
  for (const { id } of product.mail.accepted) {
    const key = id.split('@')[0] ?? '';
    times.set(key, (times.get(key) ?? 0) + 1);
  }
  return {
    written: rows.length,
    missing: rows.filter(({ id, failed }) => !failed && !times.has(id)).length,
    double: [...times.values()].filter((count) => count > 1).length,
  };
}

/** Resolves when no email waits any more, or after `tries` checks, one each 250 ms. Returns how many still wait. */
export async function mailsDelivered(product: Product, port?: number, tries = 400): Promise<number> {
  for (let look = 0; ; look += 1) {
    const [row] = await product.rows<{ count: string }>(
      'select count(*) from outbox where payload is not null',
      [],
      port,
    );
    const waiting = Number(row?.count);
    if (waiting === 0 || look >= tries) return waiting;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
