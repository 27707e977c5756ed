/** The addresses of `X-Forwarded-For`: each is one client, in one spelling, whatever a proxy or a stranger wrote. */
import { isIPv4, isIPv6 } from 'node:net';

import { clientOf, isLoopbackAddress, plainAddress } from '#http/request/client-address.ts';
import { cameThroughProxy, createTrust } from '#http/request/trusted-proxies.ts';
import { hold, type Target } from '#test/fuzz/readers/target.ts';

const isTrusted = createTrust(['10.0.0.0/8', '2001:db8::/32', '192.0.2.7']);

export const target: Target = {
  files: ['/request/client-address.ts', '/request/trusted-proxies.ts'],
  seeds: [
    '192.0.2.1',
    '192.0.2.1:4711',
    '[2001:db8::1]:443',
    'fe80::1%eth0',
    '::ffff:192.0.2.1',
    '2001:db8:1:2:3::4',
    '::1',
    '64:ff9b::192.0.2.1',
  ],
  dictionary: [
    '::ffff:',
    '::',
    ':',
    '.',
    '%',
    '[',
    ']',
    ':443',
    '127.0.0.1',
    '10.0.0.1',
    'fe80::1',
    '0x7f',
    '2001:db8:',
    ', ',
    'unknown',
    '_hidden',
  ],
  check(input) {
    const address = Buffer.from(input).toString('latin1');
    const plain = plainAddress(address);
    const client = clientOf(address);
    const network = client.replace(/\/64$/, '');
    hold(
      client === 'unknown' || isIPv4(client) || (client.endsWith('::/64') && isIPv6(network)),
      `${client} is no client`,
    );
    if (client.endsWith('/64')) {
      hold(clientOf(network) === client, `${client} has another spelling: ${clientOf(network)}`);
      // The whole address written out, as URLs normalise it, is the same client.
      const normal = new URL(`http://[${plain}]/`).hostname.slice(1, -1);
      hold(clientOf(normal) === client, `${plain} is ${client}, and ${normal} is ${clientOf(normal)}`);
    }
    if (isTrusted(address)) hold(isIPv4(plain) || isIPv6(plain), `${address} is trusted and no address`);
    if (isLoopbackAddress(address))
      hold(plain === '::1' || plain.startsWith('127.'), `${address} is no loopback`);
    cameThroughProxy({ [address]: '', 'x-forwarded-for': address }, address, isTrusted);
  },
};
