/** The email of a sign-in on a device that the account does not know. */
import type { Call, Deps } from '#deps.ts';
import type { Account } from '#store/accounts/accounts.ts';
import type { NewMail } from '#store/outbox.ts';

import { deviceName } from '#sessions/device-name.ts';
import { mail, type MailedLink } from './new-mail.ts';

/**
 * It says when, from which network and with what, and has the link by which the owner disowns the sign-in. Values:
 * `name`, `url`, `askedAt`, `client`, `device`, `by`.
 */
export const newDeviceMail = (
  account: Account,
  {
    link: { url, expiresAt },
    dedupeKey,
    call: { client, userAgent },
    by,
  }: {
    readonly link: MailedLink;
    /** No second email with this key is sent. */
    readonly dedupeKey: string;
    readonly call: Pick<Call, 'client' | 'userAgent'>;
    /** What signed in; undefined: the password. */
    readonly by: 'passkey' | 'google' | 'saml' | undefined;
  },
  deps: Deps,
  now: number,
): NewMail =>
  mail(
    {
      kind: 'newDevice',
      to: account,
      values: {
        name: account.name,
        url,
        askedAt: String(now),
        client,
        device: deviceName(userAgent ?? '') ?? '',
        ...(by && { by }),
      },
      dedupeKey,
      expiresAt,
    },
    deps,
    now,
  );
