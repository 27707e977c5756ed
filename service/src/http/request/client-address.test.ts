import { expect, it } from 'vitest';

import { clientOf, isLoopbackAddress } from './client-address.ts';

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002:ffff::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ['192.0.2.7:4711', '192.0.2.7'],
  ['[2001:db8:1:2::1]:443', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
  ['[::ffff:192.0.2.7]:80', '192.0.2.7'],
  ['[fe80::1%eth0]:80', 'fe80:0:0:0::/64'],
  ['192.0.2.7:', 'unknown'],
  ['192.0.2.7:4711:1', 'unknown'],
  ['999.0.2.7:80', 'unknown'],
  ['[]:80', 'unknown'],
  ['not an address', 'unknown'],
])('%s counts as %s', (address, client) => {
  expect(clientOf(address)).toBe(client);
});

it('knows this machine', () => {
  expect(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'].every(isLoopbackAddress)).toBe(true);
  expect(['192.0.2.1', '128.0.0.1', 'x127.0.0.1', '::2'].some(isLoopbackAddress)).toBe(false);
});
