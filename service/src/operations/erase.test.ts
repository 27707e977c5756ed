/**
 * A person who is in every table is erased, and no row of the database names them: every table of the catalog is
 * searched, and one that refers to accounts without a row of the person fails the test.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';

import { requestEmailChange } from '#test/drivers/admin-driver.ts';
import { signInToCode } from '#test/drivers/flow-driver.ts';
import { productionEnvironment } from '#test/setup/production-environment.ts';
import { keyFile, start } from '#test/setup/service-process.ts';
import { testDatabase } from '#test/setup/test-database.ts';
import { callFrom, createAccount, createTestDeps } from '#test/setup/test-deps.ts';
import { insertCompany } from '#store/accounts/accounts.ts';
import { inLongTransaction } from '#store/operations/long-transaction.ts';
import type { DurableTransaction } from '#store/connection/pools.ts';

import { eraseAccount } from './erase-account.ts';

// Without the demo domains, which production refuses.
const deps = await createTestDeps({ url: await testDatabase() });
afterAll(() => deps.close());

const inDatabase = <T>(work: (db: DurableTransaction) => Promise<T>) => inLongTransaction(deps.url, work);
const erase = (email: string, more: { rehearsal?: boolean; withCompany?: boolean } = {}) =>
  eraseAccount(deps.url, { email, now: deps.clock(), rehearsal: false, withCompany: false, ...more });

const execute = (statement: RawBuilder<unknown>) => inDatabase((db) => statement.execute(db));
const companyOf = async (name: string) => {
  const company = { id: randomUUID(), name };
  await insertCompany(deps.store.durable, company);
  return company.id;
};

/** Every row of every table as text, by table; binary columns as hexadecimal digits. */
const dump = () =>
  inDatabase(async (db) => {
    const { rows: tables } = await sql<{ table: string }>`
      select table_name as table from information_schema.tables
      where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`.execute(db);
    const rows = new Map<string, string[]>();
    for (const { table } of tables) {
      const found = await sql<{
        row: string;
      }>`select row_to_json(t)::text as row from ${sql.table(table)} t`.execute(db);
      rows.set(
        table,
        found.rows.map(({ row }) => row),
      );
    }
    return rows;
  });

/** The tables that contain the words, as they are or in a binary column. */
function tablesWith(rows: Map<string, string[]>, words: readonly string[]): string[] {
  const searched = words.flatMap((word) => [word.toLowerCase(), Buffer.from(word).toString('hex')]);
  return [...rows].flatMap(([table, texts]) =>
    texts.some((text) => searched.some((word) => text.toLowerCase().includes(word))) ? [table] : [],
  );
}

/** A person with a row in every table that can hold one. The colleague stays. */
async function personEverywhere() {
  const mark = randomBytes(6).toString('hex');
  const [email, next] = [`kit-${mark}@kestrel.example`, `kit-new-${mark}@kestrel.example`];
  const person = await createAccount(deps, { email, name: `Kit ${mark}` });
  const colleague = await createAccount(deps, { email: `bo-${randomUUID()}@kestrel.example` });
  const { id, companyId } = person;
  // Another company has invited the address, too.
  const lowtide = await companyOf('Lowtide');
  await createAccount(deps, { companyId: lowtide, email, name: person.name, status: 'unconfirmed' });
  await signInToCode(deps, email, callFrom());
  await requestEmailChange({ accountId: person.id, newEmail: next }, callFrom(), deps);
  const at = new Date(deps.clock());
  const later = new Date(deps.clock() + 3_600_000);
  const family = randomUUID();
  const bytes = () => randomBytes(32);
  await inDatabase(async (db) => {
    const statements = [
      sql`insert into families (id, account_id, strategy, event_id, client, created_at, expires_at)
        values (${family}, ${id}, 'saml', ${randomUUID()}, '192.0.2.7', ${at}, ${later})`,
      sql`insert into refresh_tokens (hash, family_id, expires_at) values (${bytes()}, ${family}, ${later})`,
      sql`insert into saml_sessions (family_id, company_id, issuer, name_id) values (${family}, ${companyId}, 'idp', ${email})`,
      sql`insert into devices (account_id, device, known_at, last_used_at) values (${id}, ${bytes()}, ${at}, ${at})`,
      sql`insert into kept_methods (account_id, company_id, method, kept_until)
        values (${id}, ${companyId}, 'google', ${later})`,
      sql`insert into authenticators (account_id, secret, sealed_by, last_step, added_at)
        values (${id}, ${bytes()}, 'key', 1, ${at})`,
      sql`insert into recovery_codes (account_id, code, made_at) values (${id}, ${bytes()}, ${at})`,
      sql`insert into passkeys (id, account_id, credential_id, public_key, algorithm, sign_count, aaguid, name, transports,
          backed_up, rp_id, added_at)
        values (gen_random_uuid(), ${id}, ${bytes()}, ${bytes()}, -7, 0, gen_random_uuid(), 'Key', '{}', true, 'login.example.com',
          ${at})`,
      sql`insert into code_tries (account_id, in_a_row, recent) values (${id}, 1, ${[at]}::timestamptz[])`,
      sql`insert into identities (issuer, subject, account_id, created_at) values ('google', ${`sub-${mark}`}, ${id}, ${at})`,
      sql`insert into sso_codes (code, account_id, redirect_uri, credential_version, created_at, expires_at, saml_session)
        values (${bytes()}, ${id}, 'https://x.example', 0, ${at}, ${later}, ${JSON.stringify({ nameId: email })}::jsonb)`,
      sql`insert into mailbox_proofs (proof, account_id, expires_at) values (${bytes()}, ${id}, ${later})`,
      sql`insert into last_sign_ins (account_id, company_id, at) values (${id}, ${companyId}, ${at}) on conflict do nothing`,
      sql`insert into saml_tests (id, company_id, account_id, family_id, request_id, relay_state, revision, started_at,
          expires_at, answer)
        values (${randomUUID()}, ${companyId}, ${colleague.id}, ${family}, ${randomUUID()}, ${bytes()}, ${randomUUID()}, ${at},
          ${later}, ${`<NameID>${email}</NameID>`}),
        (${randomUUID()}, ${companyId}, ${id}, ${family}, ${randomUUID()}, ${bytes()}, ${randomUUID()}, ${at}, ${later}, null)`,
      sql`insert into events (event_id, company_id, account_id, kind, client, platform, at, email)
        values (${randomUUID()}, ${companyId}, ${id}, 'signedIn', '192.0.2.7', 'ios', ${at}, ${`kit-old-${mark}@kestrel.example`})`,
      sql`insert into events (event_id, company_id, kind, client, platform, at, email)
        values (${randomUUID()}, ${companyId}, 'signedIn', '192.0.2.7', 'ios', ${at}, ${email})`,
      sql`insert into signups (id, email, company_name, language, created_at, expires_at)
        values (${randomUUID()}, ${email}, 'Harbour', 'en', ${at}, ${later})`,
      sql`insert into resend_holds (address, resends, resend_at) values (sha256(convert_to(${email}, 'UTF8')), 1, ${later})
        on conflict do nothing`,
      sql`insert into throttles (key, window_ends_at) values (${`login:account:${email}`}, ${later}) on conflict do nothing`,
      sql`insert into throttle_members (key, member, ends_at) values ('login:client:192.0.2.7', ${email}, ${later})
        on conflict do nothing`,
      sql`insert into audit_log (company_id, at, actor_id, actor_email, action, target_id, target, before, after)
        values (${companyId}, ${at}, ${id}, ${email}, 'signedOut', ${colleague.id}::uuid, ${colleague.email}, null, null),
        (${companyId}, ${at}, ${colleague.id}, ${colleague.email}, 'emailChangeAsked', ${id}::uuid, ${email},
          ${JSON.stringify({ email })}::jsonb, ${JSON.stringify({ email: next, name: person.name })}::jsonb),
        (${companyId}, ${at}, ${colleague.id}, ${colleague.email}, 'nameChanged', ${id}::uuid, ${email},
          ${JSON.stringify({ name: `Kat ${mark}` })}::jsonb, ${JSON.stringify({ name: person.name })}::jsonb)`,
      sql`update companies set break_glass_id = ${id} where id = ${companyId}`,
    ];
    for (const statement of statements) await statement.execute(db);
  });
  const words = [
    email,
    next,
    `kit-old-${mark}@kestrel.example`,
    person.name,
    `Kat ${mark}`,
    `sub-${mark}`,
    id,
  ];
  return { person, colleague, mark, words };
}

/** Tables whose columns refer to accounts, and those with a column that is called after an address; no partition of one. */
const tablesOfPeople = () =>
  inDatabase(async (db) => {
    const { rows } = await sql<{ table: string }>`
      select table_name as table from (select table_name from information_schema.columns
      where table_schema = current_schema() and (column_name in ('email', 'new_email', 'recipient', 'actor_email', 'member')
        or (column_name in ('account_id', 'break_glass_id')))
      union select conrelid::regclass::text from pg_constraint where confrelid = 'accounts'::regclass and contype = 'f') named
      where not (select relispartition from pg_class where oid = table_name::regclass) order by 1`.execute(
      db,
    );
    return rows.map(({ table }) => table);
  });

test('a person who is in every table is in none after it, and the colleague is in all of theirs', async () => {
  const { person, colleague, words } = await personEverywhere();
  const before = await dump();
  const named = tablesWith(before, words);
  expect((await tablesOfPeople()).filter((table) => !named.includes(table))).toEqual([]);
  const colleagueBefore = tablesWith(before, [colleague.email, colleague.id]);

  const rehearsed = await erase(person.email, { rehearsal: true });
  expect(await dump()).toEqual(before);
  const erased = await erase(person.email);
  expect(erased.rows).toEqual(rehearsed.rows);

  const after = await dump();
  // The id stays in the audit log, where it identifies nobody.
  expect(tablesWith(after, words)).toEqual(['audit_log']);
  expect(tablesWith(after, words.slice(0, -1))).toEqual([]);
  expect(tablesWith(after, [colleague.email, colleague.id])).toEqual(
    colleagueBefore.filter((table) => table !== 'saml_tests'),
  );
  expect(before.get('audit_log')?.length).toBe((after.get('audit_log')?.length ?? 0) - 1);
  const log = (after.get('audit_log') ?? []).join('\n');
  expect(log).toContain(`"actor_email":"${erased.pseudonym}"`);
  expect(log).toContain(`"action":"personErased"`);
});

test('a table that the erasure does not know stops it, and nothing is erased', async () => {
  const { person } = await personEverywhere();
  await execute(sql`create table phone_book (id integer primary key, entry jsonb)`);
  await execute(
    sql`insert into phone_book values (1, ${JSON.stringify({ of: [person.email.toUpperCase()] })}::jsonb)`,
  );
  // Addresses that only begin or end alike are other people's.
  const alike = [`a-${person.email}`, `${person.email}.org`].map((email) => ({ email }));
  await execute(sql`insert into phone_book values (2, ${JSON.stringify(alike)}::jsonb)`);
  const before = await dump();
  await expect(erase(person.email)).rejects.toThrow('phone_book.entry (1) would still name the person');
  expect(await dump()).toEqual(before);
  await execute(sql`drop table phone_book`);
});

test('an address that was only asked for stays its own person’s: an invitation and a sign-up', async () => {
  const [invited, signingUp] = ['invited@kestrel.example', 'signs-up@kestrel.example'];
  const guest = await createAccount(deps, {
    companyId: await companyOf('Guest'),
    email: invited,
    status: 'unconfirmed',
  });
  const id = randomUUID();
  await execute(sql`insert into signups (id, email, company_name, language, created_at, expires_at)
      values (${id}, ${signingUp}, 'Harbour', 'en', now(), now() + interval '1 hour')`);
  const person = await createAccount(deps, { email: 'mistyped@kestrel.example', roles: [] });
  for (const newEmail of [invited, signingUp])
    await requestEmailChange({ accountId: person.id, newEmail }, callFrom(), deps);
  expect((await erase(person.email)).addresses).toEqual([person.email]);
  const after = await dump();
  expect(tablesWith(after, [guest.id])).toContain('accounts');
  expect(tablesWith(after, [id])).toEqual(['signups']);
});

test('a person whose address another company has lost is named to that company’s admins', async () => {
  const email = 'moved@kestrel.example';
  const lost = await createAccount(deps, { companyId: await companyOf('Lowtide Ltd'), email });
  await execute(sql`update accounts set address_lost_at = now() where id = ${lost.id}`);
  await createAccount(deps, { email, roles: [] });
  await expect(erase(email)).rejects.toThrow('also the lost address of an account of Lowtide Ltd');
});

test('the last admin stays, unless the company that has nobody else goes too', async () => {
  const companyId = await companyOf('Alone');
  const alone = await createAccount(deps, { companyId, email: 'alone@kestrel.example' });
  await expect(erase(alone.email)).rejects.toThrow('only account of its company');
  const waiting = await createAccount(deps, {
    companyId: await companyOf('Nobody yet'),
    email: 'waits@kestrel.example',
    status: 'unconfirmed',
  });
  await expect(erase(waiting.email)).rejects.toThrow('only account of its company');
  const other = await createAccount(deps, { companyId, roles: [], email: 'other@kestrel.example' });
  await expect(erase(alone.email)).rejects.toThrow('is the last admin');
  await expect(erase(alone.email, { withCompany: true })).rejects.toThrow('has other accounts');
  await erase(other.email);
  await execute(
    sql`update companies set break_glass_id = ${alone.id}, sso_required = true where id = ${companyId}`,
  );
  await erase(alone.email, { withCompany: true });
  const left = await deps.store.durable
    .selectFrom('companies')
    .where('id', '=', companyId)
    .select('id')
    .execute();
  expect(left).toEqual([]);
  await expect(erase(alone.email)).rejects.toThrow('No account has the address');
});

test('G4: of the only two admins of a company, erased at once, one stays', async () => {
  const companyId = await companyOf('Two admins');
  const admins = ['one@kestrel.example', 'two@kestrel.example'];
  for (const email of admins) await createAccount(deps, { companyId, email });
  const erasures = await Promise.allSettled(admins.map((email) => erase(email)));
  expect(erasures.filter(({ status }) => status === 'rejected')).toHaveLength(1);
});

test('the command rehearses first, and asks for the address twice', async () => {
  const person = await createAccount(deps, { email: 'kai@kestrel.example', roles: [] });
  await execute(sql`delete from accounts where email like '%@northline.test'`);
  const env = { ...productionEnvironment, DATABASE_URL: deps.url, SIGNING_KEY_FILE: keyFile };
  const run = async (...args: string[]) => {
    const command = start(env, 'operations/erase.ts', args);
    return { code: await command.ended(), out: command.out(), err: command.err() };
  };
  const exists = async () =>
    (await deps.store.durable.selectFrom('accounts').select('id').where('id', '=', person.id).execute())
      .length;
  expect(await run('--email', person.email)).toMatchObject({
    code: 0,
    out: expect.stringContaining(`Nothing was changed. To erase: add --confirm ${person.email}`),
  });
  expect((await run('--email', person.email, '--confirm', 'ann@kestrel.example')).code).toBe(1);
  expect(await exists()).toBe(1);
  expect(await run('--email', person.email, '--confirm', person.email)).toMatchObject({
    code: 0,
    out: expect.stringContaining('The audit log calls the person erased-'),
  });
  expect(await exists()).toBe(0);
});
