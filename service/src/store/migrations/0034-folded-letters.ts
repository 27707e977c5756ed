/** A search takes letters that have no plain form of their own for the ones that people type: `sorensen` finds Sørensen. */
import { type Kysely, sql } from 'kysely';

/** Runs each statement; a migration is one transaction, so it is there whole or not at all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // As before, and then ø, đ, ð, ł, ħ, ŧ, ı, ß, æ, œ and þ.
  `create or replace function folded(text) returns text language sql immutable strict parallel safe
    as $$ select replace(replace(replace(replace(
      translate(regexp_replace(lower(normalize($1, NFKD)), '[\\u0300-\\u036f]', '', 'g'),
        U&'\\2018\\2019\\02BC\\2032\\201C\\201D\\2010\\2011\\2012\\2013\\2014\\00F8\\0111\\00F0\\0142\\0127\\0167\\0131',
        '''''''''""-----oddlhti'),
      U&'\\00DF', 'ss'), U&'\\00E6', 'ae'), U&'\\0153', 'oe'), U&'\\00FE', 'th') $$`,
  // The database folds a name again when it is written.
  `update accounts set name = name where lower(name) ~ U&'[\\00F8\\0111\\00F0\\0142\\0127\\0167\\0131\\00DF\\00E6\\0153\\00FE]'`,
];
