/** The proxies whose `X-Forwarded-For` is trusted: TRUSTED_PROXIES. */
import { BlockList, isIPv4, isIPv6 } from 'node:net';
import type { FastifyInstance } from 'fastify';

import { plainAddress } from './client-address.ts';

/** @param ranges addresses and CIDR ranges, checked by the setting */
export function createTrust(ranges: readonly string[]): (address: string | undefined) => boolean {
  const trusted = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  return (address = '') => {
    const plain = plainAddress(address);
    if (isIPv4(plain)) return trusted.check(plain, 'ipv4');
    return isIPv6(plain) && trusted.check(plain, 'ipv6');
  };
}

/** Headers by which proxies say that they pass a request on. */
const forwardingHeader = /^(?:x-forwarded-.*|forwarded|x-real-ip|via)$/;

/** Whether a request says that a proxy passed it on. */
export const saysForwarded = (headers: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(headers).some((name) => forwardingHeader.test(name));

/** Whether a request was passed on by a proxy: it says so, or its peer is one of TRUSTED_PROXIES. */
export const cameThroughProxy = (
  headers: Readonly<Record<string, unknown>>,
  peer: string | undefined,
  isTrusted: (address: string | undefined) => boolean,
): boolean => isTrusted(peer) || saysForwarded(headers);

/**
 * Routes that `install` adds are unknown to a request that a proxy passed on: development that a tunnel or a proxy makes
 * public must not show its emails, stand-ins and tokens.
 */
export function notThroughProxies(app: FastifyInstance, install: (own: FastifyInstance) => void): void {
  void app.register(async (own) => {
    own.addHook('onRequest', async (request, reply) => {
      if (saysForwarded(request.headers)) reply.callNotFound();
    });
    install(own);
  });
}
