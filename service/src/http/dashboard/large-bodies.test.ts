/** Bodies of many megabytes to the calls of the dashboard: a clear answer, and little of them is read. */
import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { dashboardEndpoints, type DashboardCallName } from '@app/contract/calls/endpoints.ts';

import { createDashboardDriver } from '#test/drivers/dashboard-driver.ts';
import { createTestApp } from '#test/setup/test-app.ts';

const sockets: Socket[] = [];
const service = await createTestApp();
const admin = await createDashboardDriver(service).signedIn();
service.app.server.on('connection', (socket: Socket) => void sockets.push(socket));
await service.app.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => service.close());

const megabyte = 1024 * 1024;

/** Sends a body of 50 MB as fast as the service reads it. Resolves to the answer and the bytes that the service read. */
async function sendLarge(name: DashboardCallName, tellsLength: boolean) {
  const { method, path } = dashboardEndpoints[name];
  const { port } = service.app.server.address() as AddressInfo;
  const length = 50 * megabyte;
  const outgoing = request({
    host: '127.0.0.1',
    port,
    method,
    path: path.replace('{id}', admin.account.companyId).replaceAll(/\{\w+\}/g, admin.account.id),
    headers: {
      host: 'localhost:4000',
      authorization: `Bearer ${admin.token}`,
      'content-type': 'application/json',
      ...(tellsLength && { 'content-length': length }),
    },
  });
  // The service closes the connection while it is still being sent to.
  outgoing.on('error', () => {});
  const piece = Buffer.alloc(64 * 1024, ' ');
  let sent = 0;
  const send = (): void => {
    while (sent < length && !outgoing.destroyed) {
      sent += piece.length;
      if (!outgoing.write(piece)) return void outgoing.once('drain', send);
    }
    if (!outgoing.destroyed) outgoing.end();
  };
  const answered = once(outgoing, 'response');
  send();
  const [response] = await answered;
  let text = '';
  for await (const part of response.setEncoding('utf8')) text += part;
  const socket = sockets.at(-1);
  if (socket?.closed === false) await once(socket, 'close');
  const read = socket?.bytesRead ?? 0;
  return { status: response.statusCode as number, error: JSON.parse(text).error.name as string, read };
}

it('refuses 50 MB with 413, whether the length is told or not, and reads little more than the limit', async () => {
  const names = (Object.keys(dashboardEndpoints) as DashboardCallName[]).filter(
    (name) => 'body' in dashboardEndpoints[name],
  );
  const wrong: unknown[] = [];
  for (const name of names) {
    const entry = dashboardEndpoints[name];
    const limit = 'bodyMax' in entry ? entry.bodyMax : 64 * 1024;
    for (const tellsLength of [true, false]) {
      const { status, error, read } = await sendLarge(name, tellsLength);
      // What the sockets hold is read before the answer, too.
      const tooMuch = read > limit + 8 * megabyte;
      if (status !== 413 || tooMuch) wrong.push({ name, tellsLength, status, error, read });
    }
  }
  expect(wrong).toEqual([]);
});
