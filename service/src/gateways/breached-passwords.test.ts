import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';

import { type BreachLookUp, createBreachedPasswords } from './breached-passwords.ts';

const password = 'Kestrel-Harbour-27!';
const sha1 = createHash('sha1').update(password).digest('hex').toUpperCase();
const suffix = sha1.slice(5);
/** Another line of the range. */
const other = `${'0'.repeat(34)}F:3`;

let close = (): void => {};
afterEach(() => close());

/** Looks the password up at a service that answers so. */
async function lookUp(answer: RequestListener) {
  const requests: IncomingMessage[] = [];
  const outcomes: BreachLookUp[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  close = () => {
    server.close();
    server.closeAllConnections();
  };
  const url = `http://localhost:${(server.address() as AddressInfo).port}/base`;
  const isKnown = await createBreachedPasswords(url, (outcome) => outcomes.push(outcome)).isKnown(password);
  return { isKnown, outcomes, requests };
}

const lines =
  (...all: readonly string[]): RequestListener =>
  (_request, response) =>
    void response.end(all.join('\r\n'));

test('A10: a password of a breach is known, and only five hex digits of its SHA-1 leave the process', async () => {
  const { isKnown, outcomes, requests } = await lookUp(lines(other, `${suffix}:12`));
  expect({ isKnown, outcomes }).toEqual({ isKnown: true, outcomes: ['known'] });
  const [request] = requests;
  expect(requests).toHaveLength(1);
  expect(request?.method).toBe('GET');
  expect(request?.url).toBe(`/base/range/${sha1.slice(0, 5)}`);
  expect(request?.headers['add-padding']).toBe('true');
  const sent = JSON.stringify([request?.url, request?.rawHeaders]).toUpperCase();
  expect(sent).not.toContain(suffix.slice(0, 8));
  expect(sent).not.toContain('KESTREL');
});

test.each([
  ['of other passwords', lines(other, `${'A'.repeat(35)}:1`, '')],
  ['that has it only as padding', lines(other, `${suffix}:0`)],
])('a password is unknown by a range %s', async (_, answer) => {
  const { isKnown, outcomes } = await lookUp(answer);
  expect({ isKnown, outcomes }).toEqual({ isKnown: false, outcomes: ['unknown'] });
});

const bad: readonly (readonly [string, RequestListener])[] = [
  ['does not answer', () => {}],
  ['answers the head and then nothing', (_, response) => void response.write(`${other}\r\n`)],
  ['closes the connection', (_, response) => void response.destroy()],
  ['answers 500', (_, response) => void response.writeHead(500).end(`${suffix}:1`)],
  ['answers a page', lines('<!doctype html>', `${suffix}:1`)],
  ['answers nothing', lines('')],
  ['answers too much', (_, response) => void response.end(`${suffix}:1\r\n`.repeat(10_000))],
  [
    'redirects',
    ({ url }, response) =>
      url?.startsWith('/base')
        ? void response.writeHead(302, { location: '/elsewhere' }).end()
        : void response.end(`${suffix}:1`),
  ],
];

test.each(bad)('A10: a password counts as unknown while the service %s', async (_, answer) => {
  const { isKnown, outcomes, requests } = await lookUp(answer);
  expect({ isKnown, outcomes }).toEqual({ isKnown: false, outcomes: ['failed'] });
  expect(requests).toHaveLength(1);
});
