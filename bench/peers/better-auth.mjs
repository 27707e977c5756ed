/**
 * The peer better-auth as a server of its own: email and password with argon2id of the product's cost, sessions in
 * PostgreSQL. It counts tries in the database if it is asked to, as several instances of it need, else it has no rate limits.
 * Its first message to its parent is its port.
 */
import { createServer } from 'node:http';
import { hash, verify } from '@node-rs/argon2';
import { betterAuth } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';
import { toNodeHandler } from 'better-auth/node';
import pg from 'pg';

const { databaseUrl, accounts, password, cost, counts } = JSON.parse(process.argv[2] ?? '{}');

const database = new pg.Pool({ connectionString: databaseUrl, max: 20 });
const options = {
  database,
  baseURL: 'http://localhost',
  secret: 'a secret of thirty-two letters or more',
  telemetry: { enabled: false },
  rateLimit: {
    enabled: counts,
    storage: /** @type {const} */ ('database'),
    // One counter for each client address, which never gets full.
    customRules: { '/sign-in/email': { window: 60, max: 1e9 } },
  },
  advanced: { ipAddress: { ipAddressHeaders: ['x-forwarded-for'] } },
  emailAndPassword: {
    enabled: true,
    password: {
      hash: (/** @type {string} */ text) => hash(text, cost),
      verify: (/** @type {{ hash: string, password: string }} */ given) => verify(given.hash, given.password),
    },
  },
};
const auth = betterAuth(options);
const { runMigrations } = await getMigrations(options);
await runMigrations();

// One account by its own sign-up; the others copy its row and its hash.
await auth.api.signUpEmail({ body: { email: 'model@northline.example', password, name: 'Ben' } });
await database.query(
  `with model as (select * from "user" where email = 'model@northline.example'),
    people as (
      insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
      select 'person-' || n, name, 'plain-' || n || '@northline.example', true, "createdAt", "updatedAt"
      from model, generate_series(1, $1::integer) n returning id)
  insert into account (id, "accountId", "providerId", "userId", password, "createdAt", "updatedAt")
  select people.id, people.id, a."providerId", people.id, a.password, a."createdAt", a."updatedAt"
  from people, account a where a."userId" = (select id from model)`,
  [accounts],
);
await database.query('analyze');

const answer = toNodeHandler(auth);
const server = createServer((request, reply) => void answer(request, reply));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : undefined });
});
process.once('disconnect', () => process.exit());
