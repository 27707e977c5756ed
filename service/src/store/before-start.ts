/** What the checks before a start ask the database; one without our tables has none of it. */
import { minutes } from '@app/contract/fields/durations.ts';
import { hasTables, withClient } from './connection/one-client.ts';

/** The demo company has this id in every database, so that it is found whatever its accounts are called by now. */
export const demoCompanyId = 'de300000-0000-4000-8000-000000000001';

/**
 * Domains of the demo accounts. `.test` is reserved (RFC 6761): nobody has a real address there. They find what older
 * versions wrote, whose demo company had another id.
 */
export const demoDomains = ['northline.test', 'northline-sso.test'] as const;

interface DemoData {
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

/** Counting all accounts may take a while. */
const longest = minutes(2);

/** The passwords of accounts and waiting sign-ups by the id of their pepper; '' for those without one. */
export const countPasswordsByPepper = (url: string): Promise<ReadonlyMap<string, number>> =>
  withClient(
    url,
    async (client) => {
      if (!(await hasTables(client, 'accounts', 'signups'))) return new Map();
      const { rows } = await client.query<{ id: string; passwords: string }>(
        `select coalesce(password_key_id, '') as id, count(*) as passwords from (
           select password_key_id from accounts where password_hash is not null
           union all
           select password_key_id from signups where password_hash is not null
         ) p group by 1 order by 1`,
      );
      return new Map(rows.map(({ id, passwords }) => [id, Number(passwords)]));
    },
    longest,
  );

/** The names of the companies whose people sign in through a provider, in order. */
export const listCompaniesWithProvider = (url: string): Promise<readonly string[]> =>
  withClient(url, async (client) => {
    if (!(await hasTables(client, 'saml_configurations'))) return [];
    const { rows } = await client.query<{ name: string }>(
      'select c.name from saml_configurations s join companies c on c.id = s.company_id order by c.name, c.id',
    );
    return rows.map(({ name }) => name);
  });

/** How many passkeys are bound to another domain than this one, by domain. */
export const countPasskeysBeside = (url: string, rpId: string): Promise<ReadonlyMap<string, number>> =>
  withClient(url, async (client) => {
    if (!(await hasTables(client, 'passkeys'))) return new Map();
    const { rows } = await client.query<{ domain: string; passkeys: string }>(
      'select rp_id as domain, count(*) as passkeys from passkeys where rp_id <> $1 group by 1 order by 1',
      [rpId],
    );
    return new Map(rows.map(({ domain, passkeys }) => [domain, Number(passkeys)]));
  });
