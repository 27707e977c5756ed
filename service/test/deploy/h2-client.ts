/** Requests over HTTP/2 through nginx, as browsers make them. */
import { connect, type ClientHttp2Session, type IncomingHttpHeaders } from 'node:http2';
import { connect as connectSocket } from 'node:net';
import { connect as connectTls } from 'node:tls';

import { hostname, type Deployment } from './deployment.ts';

export interface H2Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface H2Request {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface H2Client {
  request(path: string, options?: H2Request): Promise<H2Answer>;
  /** A JSON body by POST. */
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<H2Answer>;
  readonly session: ClientHttp2Session;
  close(): void;
}

/** Opens one connection. `from` is the client's own address: any of 127.0.0.0/8. */
export function openH2({ port, certificate }: Deployment, from = '127.0.0.1'): H2Client {
  const session = connect(`https://${hostname}:${port}`, {
    createConnection: () =>
      connectTls({
        socket: connectSocket({ host: '127.0.0.1', port, localAddress: from }),
        ca: certificate,
        servername: hostname,
        ALPNProtocols: ['h2'],
      }),
  });
  session.on('error', () => {});
  const request = (path: string, { method = 'GET', headers = {}, body }: H2Request = {}): Promise<H2Answer> =>
    new Promise((resolve, reject) => {
      const stream = session.request({ ':path': path, ':method': method, ...headers });
      const parts: Buffer[] = [];
      let answered: IncomingHttpHeaders = {};
      stream.on('response', (given) => (answered = given));
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('error', reject);
      stream.on('end', () =>
        resolve({ status: Number(answered[':status']), headers: answered, body: Buffer.concat(parts) }),
      );
      stream.end(body);
    });
  return {
    request,
    post: (path, body, headers = {}) =>
      request(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    session,
    close: () => session.close(),
  };
}
