/**
 * Several changes as one statement: they are all made or none, and cost one way to the database instead of one each
 * and two for BEGIN and COMMIT. Each part is a data-modifying statement; no two may touch the same row.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';

import type { Database } from './database.ts';

/** One INSERT, UPDATE or DELETE, built but not run. */
export type Part = RawBuilder<unknown>;

/** A condition that is known before the statement runs, for parts that take part only then. */
export const when = (condition: boolean): RawBuilder<boolean> => sql<boolean>`${condition}::boolean`;

/** Runs the parts as one statement; undefined ones are left out. A later one can name those before it (`part_0` …). */
export async function atOnce(db: Kysely<Database>, parts: readonly (Part | undefined)[]): Promise<void> {
  const all = parts.filter((part) => part !== undefined);
  const main = all.pop();
  if (main !== undefined) await withParts(all, main).execute(db);
}

/** True for parts that go behind a first one that may change nothing, if it changed something. */
export const firstDid = sql<boolean>`exists (select from part_0)`;

/** The same for a first part that may change nothing: whether it did. What depends on it names `firstDid`. */
export async function allOrNothing(
  db: Kysely<Database>,
  parts: readonly (Part | undefined)[],
): Promise<boolean> {
  const all = parts.filter((part) => part !== undefined);
  const { rows } = await withParts(all, sql`select from part_0`).execute(db);
  return rows.length === 1;
}

/** `main` with the parts in front of it. A part that is a plain SELECT would not be run: make it the main one. */
function withParts<Row>(parts: readonly Part[], main: RawBuilder<Row>): RawBuilder<Row> {
  if (parts.length === 0) return main;
  const named = parts.map((part, index) => sql`${sql.ref(`part_${index}`)} as (${part})`);
  return sql<Row>`with ${sql.join(named)} ${main}`;
}
