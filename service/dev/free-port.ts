/** Finds a TCP port that no program on this machine listens on. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Ports that this process was given already: a program that it starts may not listen yet. */
const given = new Set<number>();

/**
 * Returns a port of the loopback address that is free at this moment. It lies below the ports that the system gives to
 * outgoing connections and to listeners on port 0 (from 32768 on Linux): one of those could go to another program before
 * the caller listens.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_000);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
