/** Who depends on which key of the key file, as far as the database knows. A database without our tables has none. */
import { minutes } from '@app/contract/fields/durations.ts';

import { hasTables, withClient } from './connection/one-client.ts';

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
