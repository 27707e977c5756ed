/** Refuses requests whose Host header is not the service's own (threat D6). No address is built from the header. */
import type { IncomingMessage } from 'node:http';

import { Refusal } from '#refusal.ts';
import { isLoopbackName } from '#settings/setting-kinds.ts';

/**
 * A check for requests: exactly one Host header, naming the host of PUBLIC_URL or this machine itself (health checks,
 * development), and a target that is a path. Throws `malformed` (400) or `misdirected` (421).
 */
export function createHostCheck(publicUrl: string): (request: IncomingMessage) => void {
  const { host } = new URL(publicUrl);
  return (request) => {
    const hosts = request.rawHeaders.filter(
      (name, index) => index % 2 === 0 && name.toLowerCase() === 'host',
    );
    const given = request.headers.host?.toLowerCase();
    if (given === undefined || hosts.length > 1)
      throw new Refusal('malformed', { reason: `${hosts.length} Host headers` });
    if (!request.url?.startsWith('/') && request.url !== '*')
      throw new Refusal('misdirected', { reason: 'the target is not a path' });
    if (given !== host && !isThisMachine(given))
      throw new Refusal('misdirected', { reason: `the host is ${given.slice(0, 100)}` });
  };
}

const isThisMachine = (given: string): boolean =>
  URL.canParse(`http://${given}/`) && isLoopbackName(given.replace(/:\d{1,5}$/, ''));
