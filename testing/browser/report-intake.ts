/** A real intake of error reports on this machine: it takes Sentry's envelopes over HTTP and parses them. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

/** One item of an envelope. */
export interface ReportItem {
  /** `event`, `session`, `transaction`, `replay_event`, `replay_recording`. */
  readonly type: string;
  readonly payload: unknown;
  /** As it was on the wire. */
  readonly text: string;
}

export interface ReportIntake {
  readonly origin: string;
  /** What a product sets as `SENTRY_DSN`. */
  readonly dsn: string;
  /** All items so far. */
  items(type?: string): ReportItem[];
  /** Everything that arrived: addresses, headers and bodies. */
  wire(): string;
  /** What was wrong with what arrived. */
  faults(): string[];
  /** Forgets what has arrived. */
  clear(): void;
  stop(): Promise<void>;
}

const project = '42';
const key = 'f00dfeedcafe4000a000b0b0c0c0d0d0';

export async function startReportIntake(): Promise<ReportIntake> {
  const items: ReportItem[] = [];
  const wire: string[] = [];
  const faults: string[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      // Sentry answers every origin.
      response.setHeader('access-control-allow-origin', '*');
      response.setHeader('access-control-allow-headers', '*');
      if (request.method === 'OPTIONS') return response.writeHead(204).end();
      const raw = Buffer.concat(parts);
      const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(raw) : raw;
      wire.push(`${request.url}\n${JSON.stringify(request.headers)}\n${body.toString()}`);
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://intake');
      if (pathname !== `/api/${project}/envelope/` || searchParams.get('sentry_key') !== key)
        faults.push(`not an envelope's address: ${request.url}`);
      try {
        items.push(...parseEnvelope(body));
      } catch (error) {
        faults.push(`not an envelope: ${String(error)}`);
      }
      return response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    dsn: `http://${key}@127.0.0.1:${port}/${project}`,
    items: (type) => items.filter((item) => type === undefined || item.type === type),
    wire: () => wire.join('\n'),
    faults: () => faults,
    clear() {
      for (const list of [items, wire, faults]) list.length = 0;
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/**
 * An envelope is a line of headers, and then items of a line of headers and a payload, whose length is either in its
 * header or up to the end of the line. Throws when it is not one.
 */
function parseEnvelope(body: Buffer): ReportItem[] {
  let at = 0;
  const line = (): Buffer => {
    const end = body.indexOf(0x0a, at);
    const found = body.subarray(at, end === -1 ? body.length : end);
    at = end === -1 ? body.length : end + 1;
    return found;
  };
  JSON.parse(line().toString());
  const items: ReportItem[] = [];
  while (at < body.length) {
    const header = line();
    if (header.length === 0) continue;
    const { type, length } = JSON.parse(header.toString()) as { type: string; length?: number };
    let payload: Buffer;
    if (length === undefined) payload = line();
    else {
      if (at + length > body.length) throw new Error(`the ${type} is shorter than its length`);
      payload = body.subarray(at, at + length);
      at += length + 1;
    }
    const text = payload.toString();
    items.push({ type, text, payload: type === 'replay_recording' ? recordingOf(text) : JSON.parse(text) });
  }
  return items;
}

/** The events of a recording follow the line of its number. */
const recordingOf = (text: string): unknown => JSON.parse(text.slice(text.indexOf('\n') + 1));
