/** The address at which the service finds its database: a TCP proxy that an operator moves to the standby. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Line {
  readonly port: number;
  /** Closes every connection; new ones go to this port. */
  moveTo(port: number): void;
  close(): void;
}

export async function openLine(first: number): Promise<Line> {
  let target = first;
  const sockets = new Set<Socket>();
  const server = createServer((from) => {
    const to = connect(target, '127.0.0.1');
    for (const [here, there] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(here);
      here.on('error', () => there.destroy()).on('close', () => (sockets.delete(here), there.destroy()));
      here.pipe(there);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): void => sockets.forEach((socket) => socket.destroy());
  return {
    port: (server.address() as AddressInfo).port,
    moveTo(port) {
      target = port;
      cut();
    },
    close() {
      server.close();
      cut();
    },
  };
}
