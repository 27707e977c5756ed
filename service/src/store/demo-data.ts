/** Whether a database holds the demo company of development, whose password is public. */
import { hasTables, withClient } from './connection/one-client.ts';

/** The demo company has this id in every database, so that it is found whatever its accounts are called by now. */
export const demoCompanyId = 'de300000-0000-4000-8000-000000000001';

/**
 * Domains of the demo accounts. `.test` is reserved (RFC 6761): nobody has a real address there. They find what older
 * versions wrote, whose demo company had another id.
 */
export const demoDomains = ['northline.test', 'northline-sso.test'] as const;

export interface DemoData {
  readonly accounts: number;
  /** One of them, for the message. */
  readonly example: string;
}

/**
 * Looks for demo accounts without changing anything; a database without our tables has none. Rejects when the database
 * cannot be reached.
 */
export const findDemoData = (url: string): Promise<DemoData | undefined> =>
  withClient(url, async (client) => {
    if (!(await hasTables(client, 'accounts'))) return undefined;
    const { rows } = await client.query<{ accounts: string; example: string | null }>(
      `select count(*) as accounts, min(email) as example from accounts
       where company_id = $1 or split_part(email, '@', 2) = any ($2)`,
      [demoCompanyId, demoDomains],
    );
    const { accounts = '0', example } = rows[0] ?? {};
    return Number(accounts) === 0 ? undefined : { accounts: Number(accounts), example: example ?? '' };
  });
