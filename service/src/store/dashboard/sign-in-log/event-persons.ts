/** Whose events a search of the sign-in log means: the company's accounts whose name or address has every word. */
import { sql } from 'kysely';

import type { Reader } from '#store/connection/pools.ts';

/** A word as the columns have it. */
interface Word {
  readonly folded: string;
  readonly email: string;
}

export interface EventPersons {
  readonly ids: readonly string[];
  /** More than can be looked up one by one. */
  readonly tooMany: boolean;
  readonly words: readonly Word[];
  /** The whole search, in lower case, as the beginning of an address that has no account. */
  readonly typed: string;
}

/** Accounts whose events are looked up one by one. */
const personsMax = 100;
const wordsMax = 3;

export async function findEventPersons(db: Reader, companyId: string, search: string): Promise<EventPersons> {
  const typed = search.toLowerCase();
  const words = typed.split(/\s+/).filter(Boolean).slice(0, wordsMax);
  const conditions = words.map(
    (word) =>
      sql`and (strpos(a.name_key, (select folded(${word}::text))) > 0 or strpos(a.email, ${word}::text) > 0)`,
  );
  const { rows } = await sql<{ ids: string[]; folded: string[] }>`
    select
      array(
        select a.id from accounts a where a.company_id = ${companyId}::uuid ${sql.join(conditions, sql` `)}
        limit ${personsMax + 1}::integer
      ) as ids,
      array(select folded(w.word) from unnest(${words}::text[]) with ordinality as w (word, place) order by place) as folded
  `.execute(db);
  const { ids = [], folded = [] } = rows[0] ?? {};
  return {
    ids: ids.slice(0, personsMax),
    tooMany: ids.length > personsMax,
    words: words.map((email, place) => ({ email, folded: folded[place] ?? email })),
    typed,
  };
}
