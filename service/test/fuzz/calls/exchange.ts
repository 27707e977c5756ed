/** Sends a request as it is written, also one that `fetch` would mend, and reads the answer. */
import { type Agent, type IncomingHttpHeaders, request as send } from 'node:http';

import type { FuzzRequest } from './requests.ts';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Longer than the service's own bound of a request (threat E5). */
const deadline = 20_000;

/** Undefined: no answer within the deadline. Throws if the connection ended without an answer. */
export function exchange(
  url: string,
  { method, target, headers, body }: Omit<FuzzRequest, 'caller' | 'odd'>,
  agent: Agent,
): Promise<Answer | undefined> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const bytes = body === undefined ? undefined : bytesOf(body);
    const chunked = 'transfer-encoding' in headers;
    const sent = send(
      {
        host: hostname,
        port,
        method,
        path: target,
        headers: { ...headers, ...(bytes && !chunked && { 'content-length': bytes.length }) },
        agent,
        setHost: !('host' in headers),
      },
      (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('error', reject);
        response.on('end', () => {
          clearTimeout(timer);
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(pieces).toString(),
          });
        });
      },
    );
    const timer = setTimeout(() => {
      resolve(undefined);
      sent.destroy();
    }, deadline);
    sent.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    sent.end(bytes);
  });
}

/** A text with the mark of bytes that are not UTF-8 is sent as Latin-1 (`brokenText`). */
const bytesOf = (text: string): Buffer =>
  Buffer.from(text, text.includes('\u00ff\u00fe') ? 'latin1' : 'utf8');

/** The request as a line for a terminal; `{{…}}` stands for what the run had put in. */
export function curlLine(url: string, { caller, method, target, headers, body }: FuzzRequest): string {
  const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const shown = Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`);
  return [
    `curl -i --path-as-is -X ${method} ${quote(url + target)}`,
    ...(caller === 'nobody' ? [] : [`-H 'authorization: Bearer {{token of ${caller}}}'`]),
    ...shown,
    ...(body === undefined ? [] : [`--data-binary ${quote(body)}`]),
  ].join(' ');
}
