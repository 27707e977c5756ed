/** Hostile networks: sockets that send slowly, and floods, while people work. */
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { endpoints } from '@app/contract/calls/endpoints.ts';
import { seconds } from '@app/contract/fields/durations.ts';

import type { Product } from '#test/faults/product.ts';
import { judge, loadOf, more, type Row, type Scenario } from '#test/faults/scenario.ts';

/** A whole number with its sign, such as "+41" or "-5". */
const signed = new Intl.NumberFormat('en', { signDisplay: 'always', maximumFractionDigits: 0 }).format;

/** Half of the sockets never end their headers, half never end their body; each sends a byte a second. */
async function slowSockets(product: Product): Promise<Row> {
  const count = 500;
  const load = await loadOf(product);
  const before = Math.max(...product.instances.map((instance) => instance.memory()));
  let closed = 0;
  let longest = 0;
  const sockets: Socket[] = [];
  const opened = Array.from({ length: count }, (_, index) => {
    const port = product.instances[index % 2]?.port ?? 0;
    const socket = connect(port, '127.0.0.1');
    const began = performance.now();
    sockets.push(socket.on('error', () => {}));
    socket.resume().once('close', () => {
      closed += 1;
      longest = Math.max(longest, performance.now() - began);
    });
    const head = `POST ${endpoints.signInWithPassword.path} HTTP/1.1\r\nhost: localhost\r\n`;
    const whole = `${head}content-type: application/json\r\ncontent-length: 1000\r\n\r\n{`;
    socket.write(index % 4 < 2 ? `${head}x-slow: ` : whole);
    return socket;
  });
  const drip = setInterval(() => {
    for (const socket of opened) if (socket.writable) socket.write('a');
  }, 1000);
  for (let tries = 0; closed < count && tries < 300; tries += 1) await pause(100);
  clearInterval(drip);
  for (const socket of sockets) socket.destroy();
  await more(load, 30);
  const grown = Math.max(...product.instances.map((instance) => instance.memory())) - before;
  return judge(product, load, {
    failedMax: 0,
    gapMax: seconds(2),
    wrong: closed < count ? [`${count - closed} slow sockets were never closed`] : [],
    more: `${closed} closed, the last after ${(longest / 1000).toFixed(1)} s, memory ${signed(grown)} MB`,
  });
}

/**
 * One client makes more light calls than it may, and at the same time a network of strangers tries passwords. People
 * elsewhere must not notice, and strangers must be refused.
 */
async function flood(product: Product): Promise<Row> {
  const load = await loadOf(product, 6);
  const before = Math.max(...product.instances.map((instance) => instance.memory()));
  const { balancer } = product;
  const came: Record<string, number> = {};
  let isOver = false;
  let slowestAnswer = 0;
  const send = async (path: string, body: object, client: string): Promise<void> => {
    const { status, lost } = await balancer.send({ path, body, client });
    const what = lost ?? String(status);
    came[what] = (came[what] ?? 0) + 1;
  };
  let sent = 0;
  const strangers = Array.from({ length: 32 }, async () => {
    while (!isOver) {
      sent += 1;
      const email = `stranger-${sent}@storm.example`;
      await send(endpoints.signInWithPassword.path, { email, password: 'wrong' }, `203.0.113.${sent & 255}`);
    }
  });
  const light = Array.from({ length: 16 }, async () => {
    for (let calls = 0; calls < 700; calls += 1)
      await send(endpoints.issueDeviceToken.path, {}, '192.0.2.77');
  });
  const health = (async () => {
    while (!isOver) {
      const asked = performance.now();
      await balancer.send({ path: '/healthz', method: 'GET', client: '127.0.0.1' });
      slowestAnswer = Math.max(slowestAnswer, performance.now() - asked);
      await pause(200);
    }
  })();
  await Promise.all(light);
  await pause(seconds(5));
  const peak = Math.max(...product.instances.map((instance) => instance.memory()));
  isOver = true;
  await Promise.all([...strangers, health]);
  await more(load, 30);
  const refused = came['429'] ?? 0;
  return judge(product, load, {
    allowed: ['503'],
    wrong: [
      ...(refused === 0 ? ['the limits refused nothing'] : []),
      ...(peak - before > 250 ? [`memory grew by ${(peak - before).toFixed(0)} MB`] : []),
      ...Object.keys(came)
        .filter((what) => Number(what) >= 500 && what !== '503')
        .map((what) => `flood: ${what}`),
    ],
    more:
      `the flood got ${Object.entries(came)
        .map(([what, count]) => `${what} × ${count}`)
        .join(', ')}; ` +
      `memory ${signed(peak - before)} MB, /healthz at most ${slowestAnswer.toFixed(0)} ms`,
  });
}

export const networkScenarios: Record<string, Scenario> = {
  'slow-sockets': { did: '500 sockets that send a byte a second', shared: slowSockets },
  flood: { did: 'a flood of sign-ins and of light calls', shared: flood },
};
