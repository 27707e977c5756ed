/** Answers requests that never reach the web framework: not HTTP, too slow, too large headers (threat E5). */
import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { refusals, type RefusalName } from '@app/contract/calls/refusals.ts';
import { refusalOnTheWire } from '@app/contract/calls/wire-names.ts';

import type { HeaderSet } from './headers.ts';

const byCode: Readonly<Record<string, { status: number; name: RefusalName }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, name: 'tooLarge' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, name: 'tooLarge' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, name: 'malformed' },
};

/** For Fastify's `clientErrorHandler`: the error shape and all headers, written by hand, then the end of the connection. */
export function clientErrorAnswer(error: { code?: string }, socket: Duplex, headers: HeaderSet): void {
  // A peer that is gone, or an answer that has begun, cannot be told anything.
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, name } = byCode[error.code ?? ''] ?? { status: 400, name: 'malformed' as const };
  const body = bodyOf(name);
  const lines = Object.entries({
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([key, value]) => `${key}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}

/** An `Expect` that is not `100-continue`: 417 with the headers, which Node by itself would leave out. */
export function installExpectationAnswer(server: Server, headers: HeaderSet): void {
  server.on('checkExpectation', (_request, response: ServerResponse) => {
    const body = bodyOf('malformed');
    response.writeHead(417, {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      connection: 'close',
    });
    response.end(body);
  });
}

function bodyOf(name: RefusalName): string {
  return JSON.stringify({
    error: { name: refusalOnTheWire(name), message: refusals[name].message },
    requestId: randomUUID(),
  });
}
