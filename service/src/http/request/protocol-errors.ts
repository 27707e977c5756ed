/** Answers requests that never reach the web framework: not HTTP, too slow, too large headers (threat E5). */
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { refusals, type RefusalName } from '@app/contract/calls/refusals.ts';
import { refusalOnTheWire } from '@app/contract/calls/wire-names.ts';

import { clientOf } from './client-address.ts';
import { type HeaderSet, requestIdHeader } from './headers.ts';

const byCode: Readonly<Record<string, { status: number; name: RefusalName }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, name: 'tooLarge' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, name: 'tooLarge' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, name: 'malformed' },
};

interface Parts {
  readonly headers: HeaderSet;
  readonly log: Logger;
}

/** For Fastify's `clientErrorHandler`: the error shape and all headers, written by hand, then the end of the connection. */
export function clientErrorAnswer(error: { code?: string }, socket: Duplex, { headers, log }: Parts): void {
  // A closed connection, or an answer that has begun, cannot be told anything.
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, name } = byCode[error.code ?? ''] ?? { status: 400, name: 'malformed' as const };
  const requestId = randomUUID();
  const body = bodyOf(name, requestId);
  logRefused(log, { requestId, status, name, reason: reasonOf(error), socket });
  const lines = Object.entries({
    ...headers,
    [requestIdHeader]: requestId,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([key, value]) => `${key}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}

/** An `Expect` that is not `100-continue`: 417 with our headers, which Node would leave out. */
export function installExpectationAnswer(server: Server, { headers, log }: Parts): void {
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const requestId = randomUUID();
    const body = bodyOf('malformed', requestId);
    const { socket } = request;
    logRefused(log, { requestId, status: 417, name: 'malformed', reason: 'an Expect header', socket });
    response.writeHead(417, {
      ...headers,
      [requestIdHeader]: requestId,
      'content-type': 'application/json; charset=utf-8',
      connection: 'close',
    });
    response.end(body);
  });
}

function bodyOf(name: RefusalName, requestId: string): string {
  return JSON.stringify({
    error: { name: refusalOnTheWire(name), message: refusals[name].message },
    requestId,
  });
}

/** The code of Node's error: its words may quote what was sent. */
const reasonOf = ({ code }: { code?: string }): string => code?.slice(0, 60) ?? 'no HTTP';

/** The line that every refused request leaves; of this one nothing is known but its peer. */
function logRefused(
  log: Logger,
  refused: {
    readonly requestId: string;
    readonly status: number;
    readonly name: RefusalName;
    readonly reason: string;
    readonly socket: Duplex;
  },
): void {
  const { requestId, status, name, reason, socket } = refused;
  const client = clientOf((socket as Partial<Socket>).remoteAddress ?? '');
  log.info({ requestId, status, outcome: refusalOnTheWire(name), reason, client }, 'answered');
}
