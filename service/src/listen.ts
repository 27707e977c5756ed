/** Where the service listens: one port, which is found free before the long work of the start. */
import { createServer, type AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';

import type { Settings } from './settings/config.ts';
import { listenFault } from './settings/start-faults.ts';

/** Throws a `StartFault` if another program has the port. */
export async function refuseTakenPort({ host, port }: Settings): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => reject(listenFault(error, host, port) as Error));
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve()));
  });
}

/** Listens; `localhost` means both of its addresses, as browsers try both. Answers the address for people. */
export async function listen(app: FastifyInstance, { host, port, publicUrl }: Settings): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw listenFault(error, host, port);
  }
  const bound = (app.server.address() as AddressInfo).port;
  return port === 0 ? `http://${host}:${bound}` : publicUrl;
}
