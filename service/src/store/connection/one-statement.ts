/**
 * Runs several changes as one SQL statement: all of them happen or none, for one round trip instead of one each and two
 * for BEGIN and COMMIT. Each change is a data-modifying common table expression with a name
 * (PostgreSQL, "Data-Modifying Statements in WITH"); no two may touch the same row.
 */
import { type RawBuilder, sql } from 'kysely';

import type { Database } from './database.ts';
import type { Durable } from './pools.ts';

declare const needs: unique symbol;

/** One INSERT, UPDATE or DELETE, built but not run. `Needs`: the names of the earlier statements that it refers to. */
export interface Statement<Needs extends string = never> extends RawBuilder<unknown> {
  readonly [needs]?: Needs;
}

/** A condition of a statement. `Needs` as above. */
export interface Condition<Needs extends string = never> extends RawBuilder<boolean> {
  readonly [needs]?: Needs;
}

/**
 * Statements by name, in the order in which they refer to each other. A name that is missing here does not compile where
 * a statement needs it, and neither does the name of a table, which the rows would hide. An undefined one is left out.
 */
export type Statements<Names extends string> = {
  readonly [Name in Names]?: Name extends keyof Database ? never : Statement<NoInfer<Names>> | undefined;
};

/** True if the earlier statement `name` changed a row. That one must have a RETURNING clause. */
export const after = <const Name extends string>(name: Name): Condition<Name> =>
  sql<boolean>`exists (select from ${rowsOf(name)})`;

/** True if `after` is false. */
export const unless = <const Name extends string>(name: Name): Condition<Name> =>
  sql<boolean>`not ${after(name)}`;

/** The rows that the earlier statement `name` returned, for a FROM clause. */
export const rowsOf = (name: string): RawBuilder<unknown> => sql.id(name);

/** A condition that is known before the statement runs. */
export const when = (condition: boolean): Condition => sql<boolean>`${condition}::boolean`;

/** A condition that always holds. */
export const always: Condition = sql<boolean>`true`;

/** Runs the statements as one. Its commit is on disk before this resolves: what is changed together is acknowledged. */
export async function inOneStatement<const Names extends string>(
  db: Durable,
  statements: Statements<Names>,
): Promise<void> {
  const named = present(statements);
  const last = named.pop();
  if (last !== undefined) await withStatements(named, last[1]).execute(db);
}

/** Runs the statements as one, and resolves to whether the one called `name` changed a row. */
export async function changedInOneStatement<const Names extends string>(
  db: Durable,
  name: NoInfer<Names>,
  statements: Statements<Names>,
): Promise<boolean> {
  const { rows } = await withStatements(present(statements), sql`select from ${rowsOf(name)}`).execute(db);
  return rows.length > 0;
}

type Named = [name: string, statement: RawBuilder<unknown>];

const present = (statements: Readonly<Record<string, RawBuilder<unknown> | undefined>>): Named[] =>
  Object.entries(statements).filter((entry): entry is Named => entry[1] !== undefined);

/** A plain SELECT among the named would not be run unless it is referred to: make it the main one. */
function withStatements<Row>(named: readonly Named[], main: RawBuilder<Row>): RawBuilder<Row> {
  if (named.length === 0) return main;
  const expressions = named.map(([name, statement]) => sql`${sql.id(name)} as (${statement})`);
  return sql<Row>`with ${sql.join(expressions)} ${main}`;
}
