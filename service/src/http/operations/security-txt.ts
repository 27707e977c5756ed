/** `/.well-known/security.txt` (RFC 9116): where to report a vulnerability. Missing without SECURITY_CONTACT. */
import type { FastifyInstance } from 'fastify';
import { days } from '@app/contract/fields/durations.ts';

import type { Deps } from '#deps.ts';
import type { Settings } from '#settings/config.ts';

export const securityTxtPath = '/.well-known/security.txt';

/** The file is made of the settings of the running service, so a copy of it is stale before a year has passed. */
const lifetime = days(90);

export function installSecurityTxt(app: FastifyInstance, { settings, clock }: Deps): void {
  if (settings.securityContacts.length === 0) return;
  app.get(securityTxtPath, async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(securityTxt(settings, clock())),
  );
}

/** @param now milliseconds since the epoch; the end of the file's life is told by the day */
function securityTxt({ publicUrl, securityContacts, securityPolicyUrl }: Settings, now: number): string {
  const expires = new Date(now + lifetime).toISOString().replace(/T.*/, 'T00:00:00Z');
  const fields = [
    ...securityContacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}${securityTxtPath}`,
    ...(securityPolicyUrl === undefined ? [] : [`Policy: ${securityPolicyUrl}`]),
  ];
  return `${fields.join('\n')}\n`;
}
