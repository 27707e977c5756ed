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
  /** Posts a body as JSON; `headers` are complete lines. One call at a time. */
  post(path: string, body: object, headers: readonly string[]): Promise<Answer>;
  close(): void;
}

/** Opens a connection to a service on this machine. */
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
    if (received.length < end + 4 + Number(length ?? 0)) return;
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
        const text = JSON.stringify(body);
        const lines = [
          `POST ${path} HTTP/1.1`,
          `host: ${host}`,
          'content-type: application/json',
          `content-length: ${Buffer.byteLength(text)}`,
          ...headers,
        ];
        socket.write(`${lines.join('\r\n')}\r\n\r\n${text}`);
      }),
    close: () => void socket.destroy(),
  };
}
