/** The check of the Host header: what it lets through is the service's own host or this machine, as URLs are read. */
import type { IncomingMessage } from 'node:http';

import { createHostCheck } from '#http/request/host-check.ts';
import { Refusal } from '#refusal.ts';
import { hold, type Target } from '#test/fuzz/readers/target.ts';

const own = 'login.example.com';
const check = createHostCheck(`https://${own}`);

export const target: Target = {
  files: ['/request/host-check.ts', '/settings/setting-kinds.ts'],
  seeds: [
    own,
    `${own}:443`,
    'localhost:4000',
    '127.0.0.1',
    '[::1]:4000',
    `${own}.evil.test`,
    'LOGIN.example.com',
    '127.0.0.1.evil.test',
  ],
  dictionary: [
    own,
    'localhost',
    '127.0.0.1',
    '127.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    ':80',
    ':',
    '@',
    '.',
    '%00',
    '/',
    '#',
    '?',
    'evil.test',
  ],
  check(input) {
    const host = Buffer.from(input).toString('latin1');
    if (!isAccepted(host)) return;
    const { hostname } = new URL(`http://${host}/`);
    const isOwn =
      hostname === own || hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
    hold(isOwn, `${host} was let through, which is ${hostname}`);
  },
};

function isAccepted(host: string): boolean {
  try {
    check({ rawHeaders: ['Host', host], headers: { host }, url: '/login' } as unknown as IncomingMessage);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
