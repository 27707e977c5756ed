/**
 * The upper limits of a refresh, as a separate process: a Fastify that reads a JSON body and answers with as many bytes
 * as a refresh. `/` answers immediately; `/change` answers when one prepared statement has changed a row and its commit
 * is on disk. Its first message is its port.
 */
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import pg from 'pg';

const { databaseUrl } = JSON.parse(process.argv[2] ?? '{}') as { databaseUrl: string };
const rows = 2000;

const answer = {
  access_token: 'x'.repeat(430),
  id_token: 'x'.repeat(620),
  refresh_token: 'x'.repeat(43),
  expires_in: 900,
  refresh_token_expiration_date: 1_800_000_000,
  auth_strategy: 'password',
};

// As many connections as one of the service's pools has.
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
await pool.query(
  'create table counts (id integer primary key, uses integer not null) with (fillfactor = 70)',
);
await pool.query('insert into counts select n, 0 from generate_series(1, $1::integer) n', [rows]);
let calls = 0;

const app = Fastify({ logger: false });
app.post('/', (_request, reply) => reply.send(answer));
app.post('/change', async (_request, reply) => {
  calls += 1;
  const text = 'update counts set uses = uses + 1 where id = $1';
  await pool.query({ name: 'change', text, values: [(calls % rows) + 1] });
  return reply.send(answer);
});
await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ port: (app.server.address() as AddressInfo).port });
process.once('disconnect', () => process.exit());
