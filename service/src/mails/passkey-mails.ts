/** The emails about an account's passkeys. */
import { randomUUID } from 'node:crypto';

import type { Deps } from '#deps.ts';
import type { Account } from '#store/accounts/accounts.ts';
import type { NewMail } from '#store/outbox.ts';

import { linkMail, type MailedLink, notice } from './new-mail.ts';

/** A passkey was added or removed. Values: `name`, `passkey`, with a link that removes an automatic one `url`. */
export function passkeyMail(
  {
    kind,
    to,
    passkey,
    link,
  }: {
    readonly kind: 'passkeyAdded' | 'passkeyRemoved';
    readonly to: Account;
    readonly passkey: string;
    readonly link?: MailedLink | undefined;
  },
  deps: Deps,
  now: number,
): NewMail {
  const mail = { kind, to, values: { name: to.name, passkey } };
  return link ? linkMail({ ...mail, link }, deps, now) : notice({ ...mail, id: randomUUID() }, deps, now);
}
