/** The domains that passkeys are bound to, as far as the database knows. A database without our tables has none. */
import { hasTables, withClient } from './connection/one-client.ts';

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
