/** A search takes typographic marks for the plain ones: `o’brien`, as phones type it, finds O'Brien, and the other way. */
import { type Kysely, sql } from 'kysely';

/** Runs each statement; a migration is one transaction, so it is there whole or not at all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Apostrophes, quotes, hyphens and dashes. NFKD has turned the non-breaking hyphen into U+2010.
  `create or replace function folded(text) returns text language sql immutable strict parallel safe
    as $$ select translate(regexp_replace(lower(normalize($1, NFKD)), '[\\u0300-\\u036f]', '', 'g'),
      U&'\\2018\\2019\\02BC\\2032\\201C\\201D\\2010\\2011\\2012\\2013\\2014', '''''''''""-----') $$`,
  // The database folds a name again when it is written.
  `update accounts set name = name where name ~ U&'[\\2018\\2019\\02BC\\2032\\201C\\201D\\2010-\\2014]'`,
];
