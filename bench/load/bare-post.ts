/**
 * The limit of a refresh, as a process of its own: a Fastify that reads a JSON body and answers at once with as many bytes
 * as a refresh has. Its first message is its port.
 */
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';

const answer = {
  access_token: 'x'.repeat(430),
  id_token: 'x'.repeat(620),
  refresh_token: 'x'.repeat(43),
  expires_in: 900,
  refresh_token_expiration_date: 1_800_000_000,
  auth_strategy: 'password',
};

const app = Fastify({ logger: false });
app.post('/', (_request, reply) => reply.send(answer));
await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ port: (app.server.address() as AddressInfo).port });
process.once('disconnect', () => process.exit());
