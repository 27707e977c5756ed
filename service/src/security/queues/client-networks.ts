/** The networks that contain a client address, for the fair queue (threat E5). */
import { isIPv4 } from 'node:net';

/**
 * From the widest to the narrowest: the /24 and the address of IPv4, the /48, /56 and /64 of IPv6. A provider gives one
 * customer an IPv6 network of any of these sizes.
 * @param client as `clientOf` writes it
 */
export function networksOf(client: string): readonly string[] {
  if (isIPv4(client)) return [`${client.slice(0, client.lastIndexOf('.'))}.0/24`, client];
  const groups = /^([\da-f]+):([\da-f]+):([\da-f]+):([\da-f]+)::\/64$/.exec(client)?.slice(1);
  if (groups === undefined) return [client];
  const [first, second, third, fourth = ''] = groups;
  const wide = `${first}:${second}:${third}`;
  return [`${wide}::/48`, `${wide}:${fourth.padStart(4, '0').slice(0, 2)}00::/56`, client];
}
