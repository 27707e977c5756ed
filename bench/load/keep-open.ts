/**
 * A minimal HTTP/1.1 client on one keep-alive connection. Node's client takes several times the processor time, on
 * the cores that are measured.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Answer {
  readonly status: number;
  readonly body: string;
}

export interface Connection {
  /** Posts the fields of a form, or any other body as JSON; `headers` are complete lines. One call at a time. */
  post(path: string, body: object, headers: readonly string[]): Promise<Answer>;
  close(): void;
}

/**
 * Opens a connection to a service on this machine. A body without a Content-Length (better-auth's) ends with its last
 * chunk, and is read with the lengths of its chunks in it.
 */
export async function openConnection(url: string): Promise<Connection> {
  const { host, port } = new URL(url);
  const socket: Socket = connect({ host: '127.0.0.1', port: Number(port), noDelay: true });
  await once(socket, 'connect');
  let received = '';
  let waiting: { done: (answer: Answer) => void; fail: (error: Error) => void } | undefined;

  // The API's responses are ASCII (JSON with tokens), so characters count as bytes.
  socket.setEncoding('latin1').on('data', (text: string) => {
    received += text;
    const end = received.indexOf('\r\n\r\n');
    if (end < 0) return;
    const length = /\r\ncontent-length: (\d+)/i.exec(received)?.[1];
    const isChunked = length === undefined && /\r\ntransfer-encoding: chunked/i.test(received);
    if (isChunked ? !received.endsWith('\r\n0\r\n\r\n') : received.length < end + 4 + Number(length ?? 0))
      return;
    const answer = { status: Number(received.slice(9, 12)), body: received.slice(end + 4) };
    received = '';
    waiting?.done(answer);
  });
  const lost = (error?: Error): void => waiting?.fail(error ?? new Error('the service closed a connection'));
  socket.on('error', lost).on('close', () => lost());

  return {
    post: (path, body, headers) =>
      new Promise((done, fail) => {
        waiting = { done, fail };
        const isForm = body instanceof URLSearchParams;
        const text = isForm ? body.toString() : JSON.stringify(body);
        const lines = [
          `POST ${path} HTTP/1.1`,
          `host: ${host}`,
          `content-type: application/${isForm ? 'x-www-form-urlencoded' : 'json'}`,
          `content-length: ${Buffer.byteLength(text)}`,
          ...headers,
        ];
        socket.write(`${lines.join('\r\n')}\r\n\r\n${text}`);
      }),
    close: () => void socket.destroy(),
  };
}
