/**
 * The client side of the scenarios: keep-alive connections to whichever instance is ready, as a balancer with a check of
 * `/readyz` makes them. It never repeats a request.
 */
import { Agent, request } from 'node:http';

export interface Answer {
  /** 0: the connection was refused or lost, or no answer came within 15 seconds. */
  readonly status: number;
  readonly text: string;
  /** Why there is no answer. */
  readonly lost?: string;
  /** Whether the request was sent on a connection that stood: it may have been carried out. */
  readonly port: number;
}

export interface Ask {
  readonly path: string;
  readonly method?: string;
  readonly body?: unknown;
  readonly client: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Balancer {
  send(ask: Ask): Promise<Answer>;
  /** Sends to one instance, ready or not. */
  sendTo(port: number, ask: Ask): Promise<Answer>;
  isReady(port: number): boolean;
  /** Resolves when the instances that are ready are as many as wanted. */
  until(ready: number): Promise<void>;
  close(): void;
}

const checkEvery = 100;
const checkTimeout = 1000;

export function createBalancer(ports: readonly number[]): Balancer {
  // Idle connections are closed after a second, as by nginx: before the service closes them under a call.
  const agent = new Agent({ keepAlive: true, maxSockets: 200, timeout: 1000 });
  const checks = new Agent({ keepAlive: false });
  const ready = new Set<number>(ports);
  let turn = 0;
  const once = (port: number, ask: Ask, how: { agent: Agent; timeout: number }): Promise<Answer> =>
    new Promise((resolve) => {
      const { path, method = 'POST', body, client, headers } = ask;
      const text = body === undefined ? undefined : JSON.stringify(body);
      const call = request({
        host: '127.0.0.1',
        port,
        path,
        method,
        agent: how.agent,
        headers: {
          'x-forwarded-for': client,
          'x-origin': 'authentication-ui',
          ...(text !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(text),
          }),
          ...headers,
        },
      });
      const none = (lost: string): void => {
        clearTimeout(timer);
        call.destroy();
        resolve({ status: 0, text: '', lost, port });
      };
      const timer = setTimeout(none, how.timeout, 'no answer in time');
      call.on('error', (error: NodeJS.ErrnoException) => none(error.code ?? error.message));
      call.on('response', (answer) => {
        let came = '';
        answer.setEncoding('utf8').on('data', (part: string) => (came += part));
        answer.on('error', (error: NodeJS.ErrnoException) => none(error.code ?? error.message));
        answer.on('end', () => {
          clearTimeout(timer);
          resolve({ status: answer.statusCode ?? 0, text: came, port });
        });
      });
      call.end(text);
    });
  const check = async (port: number): Promise<void> => {
    const ask = { path: '/readyz', method: 'GET', client: '127.0.0.1' };
    const { status } = await once(port, ask, { agent: checks, timeout: checkTimeout });
    if (status === 200) ready.add(port);
    else ready.delete(port);
  };
  let isOver = false;
  for (const port of ports)
    void (async () => {
      while (!isOver) {
        await check(port);
        await new Promise((resolve) => setTimeout(resolve, checkEvery));
      }
    })();
  const sendTo = (port: number, ask: Ask): Promise<Answer> => once(port, ask, { agent, timeout: 15_000 });
  return {
    async send(ask) {
      // With none ready one is asked all the same, as nginx does.
      const among = ready.size > 0 ? [...ready] : ports;
      turn += 1;
      const port = among[turn % among.length] ?? 0;
      const answer = await sendTo(port, ask);
      if (answer.lost === 'ECONNREFUSED') ready.delete(port);
      return answer;
    },
    sendTo,
    isReady: (port) => ready.has(port),
    async until(wanted) {
      for (let tries = 0; ready.size !== wanted; tries += 1) {
        if (tries > 600) throw new Error(`${ready.size} instances are ready after a minute, not ${wanted}`);
        await Promise.all(ports.map(check));
        await new Promise((resolve) => setTimeout(resolve, checkEvery));
      }
    },
    close() {
      isOver = true;
      agent.destroy();
    },
  };
}
