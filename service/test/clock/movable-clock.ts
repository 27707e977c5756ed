/**
 * A clock that tests can advance, with a control server on its own loopback port: a browser test can let ten minutes
 * pass in an instant. It is not part of the product: only `start-with-movable-clock.ts` imports it, and no port of the
 * product serves it.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as v from 'valibot';

export interface MovableClock {
  /** Milliseconds since the epoch: the machine's clock plus all advances. */
  now(): number;
  /** Advances the clock by `ms`, a whole number of milliseconds, 0 or more. */
  advance(ms: number): void;
}

/** A clock that starts at the machine's time plus `ahead` milliseconds. */
export function createMovableClock(ahead = 0): MovableClock {
  let offset = ahead;
  return {
    now: () => Date.now() + offset,
    advance: (ms) => {
      if (!Number.isSafeInteger(ms) || ms < 0)
        throw new RangeError('advance needs whole milliseconds, 0 or more');
      offset += ms;
    },
  };
}

const advanceBody = v.object({ advance: v.pipe(v.number(), v.safeInteger(), v.minValue(0)) });

/** The control server: `POST /dev/clock {"advance": ms}` and `GET /dev/clock`, both answered with `{"now": ms}`. */
export interface ClockControl {
  /** The address to post to, e.g. `http://127.0.0.1:40123/dev/clock`. */
  readonly url: string;
  close(): Promise<void>;
}

/** Starts the control server on a free loopback port. */
export async function serveClock(clock: MovableClock): Promise<ClockControl> {
  const server = createServer((request, response) => {
    answer(clock, request).then(
      ({ status, body }) => send(response, status, body),
      () => send(response, 400, { error: 'The request could not be read.' }),
    );
  });
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(0, '127.0.0.1', listening);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/dev/clock`,
    close: () => closeServer(server),
  };
}

async function answer(
  clock: MovableClock,
  request: IncomingMessage,
): Promise<{ status: number; body: object }> {
  if (request.url !== '/dev/clock') return { status: 404, body: { error: 'There is only /dev/clock here.' } };
  if (request.method === 'POST') {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const body = v.safeParse(advanceBody, JSON.parse(text));
    if (!body.success)
      return { status: 422, body: { error: 'advance must be whole milliseconds, 0 or more.' } };
    clock.advance(body.output.advance);
  } else if (request.method !== 'GET') {
    return { status: 405, body: { error: 'GET or POST.' } };
  }
  return { status: 200, body: { now: clock.now() } };
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((closed) => server.close(() => closed()));
}
