/** The steps that several tries share. */
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';

import type { Deployment } from './deployment.ts';

/** What a client says of its address, and is not believed. */
export const forged = {
  'x-forwarded-for': '203.0.113.99',
  'x-real-ip': '203.0.113.99',
  forwarded: 'for=203.0.113.99',
};

export async function tls(
  { port, certificate }: Deployment,
  servername: string,
  versions: { minVersion?: 'TLSv1'; maxVersion?: 'TLSv1.1' } = {},
): Promise<ReturnType<typeof connectTls> | Error> {
  return new Promise((resolve) => {
    const socket = connectTls(
      { host: '127.0.0.1', port, ca: certificate, servername, ALPNProtocols: ['h2'], ...versions },
      () => resolve(socket),
    );
    socket.once('error', resolve);
  });
}

/** A request past nginx, from another address of this machine, with a forged header. */
export async function direct(port: number, from: string, path: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const headers = { host: 'localhost', 'content-type': 'application/json', ...forged };
    const call = request({ host: '127.0.0.1', port, path, method: 'POST', localAddress: from, headers });
    call.once('error', reject).once('response', (answer) => answer.resume().once('end', resolve));
    call.end(JSON.stringify({ email: 'nobody-knows@kestrel.example' }));
  });
}

/** Waits for the email itself. */
export async function mailedCode(deployment: Deployment, email: string): Promise<string> {
  const code = () => /\b\d{6}\b/.exec(deployment.mailbox.messages(email)[0]?.text ?? '')?.[0];
  await until(() => code() !== undefined);
  return code() ?? '';
}

/** Resolves when it holds; throws after half a minute. */
export async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds(); tries += 1) {
    if (tries > 1500) throw new Error('it did not come within half a minute');
    await pause(20);
  }
}
