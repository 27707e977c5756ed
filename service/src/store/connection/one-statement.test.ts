import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createTestDeps, type TestDeps } from '#test/setup/test-deps.ts';
import {
  after,
  changedInOneStatement,
  inOneStatement,
  rowsOf,
  type Statement,
  type Statements,
} from './one-statement.ts';

let deps: TestDeps;
let statements: string[] = [];
beforeAll(async () => {
  deps = await createTestDeps({ onStatement: (text) => void statements.push(text) });
});
afterAll(() => deps.close());

const insert = (id: string, name: string): Statement =>
  sql`insert into companies (id, name) values (${id}::uuid, ${name}) on conflict do nothing returning id`;
const copy = (id: string): Statement<'first'> =>
  sql`insert into companies (id, name) select ${id}::uuid, id::text from ${rowsOf('first')}`;
const follow = (id: string): Statement<'first'> =>
  sql`insert into companies (id, name) select ${id}::uuid, 'follows' where ${after('first')}`;
const names = async (ids: readonly string[]) =>
  (
    await deps.store.relaxed
      .selectFrom('companies')
      .select('name')
      .$castTo<{ name: string }>()
      .where('id', 'in', ids)
      .execute()
  )
    .map(({ name }) => name)
    .toSorted();

test('later statements see the rows of an earlier one by its name, in one round trip', async () => {
  const ids = [randomUUID(), randomUUID(), randomUUID()] as const;
  statements = [];
  const run = () =>
    changedInOneStatement(deps.store.durable, 'first', {
      first: insert(ids[0], 'first'),
      left: undefined,
      copy: copy(ids[1]),
      follow: follow(ids[2]),
    });
  expect(await run()).toBe(true);
  expect(statements).toHaveLength(1);
  expect(statements[0]).toContain('with "first" as (insert into');
  expect(await names(ids)).toEqual([ids[0], 'first', 'follows'].toSorted());
});

test('when the named statement changes nothing, those after it change nothing', async () => {
  const [known, other] = [randomUUID(), randomUUID()];
  await insert(known, 'known').execute(deps.store.durable);
  const changed = await changedInOneStatement(deps.store.durable, 'first', {
    first: insert(known, 'again'),
    follow: follow(other),
  });
  expect(changed).toBe(false);
  expect(await names([known, other])).toEqual(['known']);
});

test('an error in one of them undoes all', async () => {
  const [id, twice] = [randomUUID(), randomUUID()];
  await insert(twice, 'known').execute(deps.store.durable);
  const work = inOneStatement(deps.store.durable, { first: insert(id, 'first'), follow: follow(twice) });
  await expect(work).rejects.toThrow('companies_pkey');
  expect(await names([id])).toEqual([]);
});

test('a condition on a later statement is an error of the database', async () => {
  const work = inOneStatement(deps.store.durable, {
    follow: follow(randomUUID()),
    first: insert(randomUUID(), 'first'),
  });
  await expect(work).rejects.toThrow('relation "first" does not exist');
});

test('a condition on a statement that is missing does not compile, nor does the name of a table', () => {
  // @ts-expect-error -- there is no statement called `first`
  const missing: Statements<'follow'> = { follow: follow(randomUUID()) };
  // @ts-expect-error -- the rows would hide the table
  const hiding: Statements<'companies'> = { companies: insert(randomUUID(), 'x') };
  // @ts-expect-error -- the form that the flows use: the names are inferred
  const run = () => inOneStatement(deps.store.durable, { frist: insert(randomUUID(), 'x'), f: follow('x') });
  expect([missing, hiding, run]).toHaveLength(3);
});
