/** What an admin of a fuzz run has: sessions, an invitation, a claimed domain, a provider and a test of it. Made by calls. */
import { randomUUID } from 'node:crypto';

import { boundary, multipartText } from './encodings.ts';

export interface Belongings {
  readonly session: string;
  /** Of the user. */
  readonly 'user session': string;
  readonly 'user device': string;
  readonly invitation: string;
  readonly test: string;
}

/** Sends a call as the admin; the answer's body, which is empty for a refusal. */
export type SendAsAdmin = (
  method: string,
  target: string,
  body?: { readonly type: string; readonly text: string },
) => Promise<{ readonly [name: string]: unknown }>;

export const claimedDomain = 'harbour.test';

/** @param path the address of the company @param user an account of it @param metadata a provider's */
export async function makeBelongings(
  send: SendAsAdmin,
  { path, user, metadata }: { readonly path: string; readonly user: string; readonly metadata: string },
): Promise<Belongings> {
  const json = (value: object) => ({ type: 'application/json', text: JSON.stringify(value) });
  // Refused where it is claimed already.
  await send('POST', `${path}/domains`, json({ domain: claimedDomain }));
  await send('PUT', `${path}/saml/configuration`, {
    type: `multipart/form-data; boundary=${boundary}`,
    text: multipartText({ file: '' }).replace('{{metadata}}', metadata),
  });
  const { testId } = await send('POST', `${path}/saml/test`);
  await send(
    'POST',
    `${path}/invitations`,
    json({ invitations: [{ email: `guest-${randomUUID()}@guest.test` }] }),
  );
  const invitations = await send('GET', `${path}/invitations?pageSize=1`);
  const sessions = await send('GET', '/auth/v1/account/sessions');
  return {
    session: idIn(sessions),
    'user session': idIn(await send('GET', `${path}/users/${user}/sessions`)),
    'user device': idIn(await send('GET', `${path}/users/${user}/devices`)),
    invitation: idIn(invitations),
    test: typeof testId === 'string' ? testId : randomUUID(),
  };
}

/** The id of the last item; another where there is none. */
function idIn({ items }: { readonly [name: string]: unknown }): string {
  const last = Array.isArray(items) ? (items as { id?: string }[]).at(-1) : undefined;
  return last?.id ?? randomUUID();
}
