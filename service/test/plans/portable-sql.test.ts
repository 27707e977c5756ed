import { expect, test } from 'vitest';

import { findUnportable } from './portable-sql.ts';

test.each([
  ['select pg_advisory_xact_lock(1)', 'an advisory lock'],
  ['delete from devices d where d.ctid = any ($1)', 'a system column'],
  ['select name from accounts order by name collate "en_US"', 'a collation other than C'],
  ['create index i on events using brin (at)', 'an index that is neither B-tree nor GIN'],
  ['create index i on events using gist (at)', 'an index that is neither B-tree nor GIN'],
  ['create function f() returns int language plpgsql as $$ begin end $$', 'a function in PL/pgSQL'],
  ['do $$ begin end $$', 'a function in PL/pgSQL'],
  [
    'create trigger t before update on accounts for each row execute function f()',
    'a trigger that does not guard the audit log',
  ],
  [
    'alter table accounts add column a text, add column b text',
    'several changes of a table in one statement',
  ],
  ['create table t (a int, exclude (a with =))', 'an exclusion or a deferred constraint'],
  [
    'create table t (a int primary key deferrable initially deferred)',
    'an exclusion or a deferred constraint',
  ],
  ['lock table accounts', 'a lock of a whole table'],
  ['create table t (a int) partition by list (a)', 'a partition'],
  ['create table t partition of events for values in (1)', 'a partition'],
  ['listen changes', 'a notification'],
  ['notify changes', 'a notification'],
])('%s is found', async (text, fault) => expect(await findUnportable(text)).toEqual([fault]));

test.each([
  'select name from accounts order by name collate "C" for update skip locked',
  'insert into locks (name) values ($1) on conflict (name) do update set name = excluded.name',
  'create index i on accounts using gin (roles)',
  'create function f(int) returns int language sql immutable as $$ select $1 $$',
  'create trigger t before update on audit_log for each row execute function f()',
  'alter table accounts add column a text',
])('%s is taken', async (text) => expect(await findUnportable(text)).toEqual([]));

test('a text that is no SQL of PostgreSQL is refused', async () => {
  await expect(findUnportable('select from from')).rejects.toThrow('syntax error');
});
