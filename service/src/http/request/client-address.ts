/** The client that a rate limit counts: one IPv4 address, or the /64 of an IPv6 address (threat A3). */
import { isIPv4, isIPv6 } from 'node:net';

/**
 * An address as proxies write it into `X-Forwarded-For`, without what is not part of it: a port (`192.0.2.1:4711`,
 * `[2001:db8::1]:443`), brackets, a zone (`fe80::1%eth0`), the IPv6 form of an IPv4 address (`::ffff:192.0.2.1`).
 */
export function plainAddress(address: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(address)?.[1];
  const withoutPort = bracketed ?? /^([\d.]+):\d{1,5}$/.exec(address)?.[1] ?? address;
  const plain = withoutPort.split('%')[0] ?? '';
  const mapped = /^::ffff:([\d.]+)$/i.exec(plain)?.[1];
  return mapped !== undefined && isIPv4(mapped) ? mapped : plain;
}

/** `192.0.2.1` as it is, `::ffff:192.0.2.1` as IPv4, `2001:db8:1:2:3::4` as `2001:db8:1:2::/64`. */
export function clientOf(address: string): string {
  const plain = plainAddress(address);
  if (!isIPv6(plain)) return isIPv4(plain) ? plain : 'unknown';
  return `${network(plain).join(':')}::/64`;
}

/** The first four groups of an IPv6 address, without leading zeros. */
function network(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const filled =
    tail === undefined
      ? left
      : [...left, ...Array<string>(Math.max(0, 8 - left.length - groups(right))).fill('0'), ...right];
  return filled.slice(0, 4).map((group) => Number.parseInt(group || '0', 16).toString(16));
}

/** An IPv4 address at the end counts as two groups. */
function groups(parts: readonly string[]): number {
  return parts.length + (parts.at(-1)?.includes('.') ? 1 : 0);
}

/** True for an address of this machine itself. */
export function isLoopbackAddress(address: string): boolean {
  const plain = plainAddress(address);
  return plain === '::1' || (isIPv4(plain) && plain.startsWith('127.'));
}
