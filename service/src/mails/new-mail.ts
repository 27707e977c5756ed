/**
 * An email for the outbox: its values encrypted, until when it may be sent, and the key that keeps it from going twice.
 */
import { randomUUID } from 'node:crypto';
import { days } from '@app/contract/fields/durations.ts';
import type { Strategy } from '@app/contract/fields/vocabulary.ts';

import type { Deps } from '#deps.ts';
import { type MailValues, sealMailValues } from '#security/tokens/sealing.ts';
import type { Account } from '#store/accounts/accounts.ts';
import type { NewMail, MailKind } from '#store/outbox.ts';

/** A notice that arrives more than a day late only confuses. */
const noticeLifetime = days(1);

/** The value `by` of an email whose advice depends on how the account signs in: none with a password. */
export const byOf = ({ method }: Pick<Account, 'method'>): { by?: Exclude<Strategy, 'password'> } =>
  method === 'password' ? {} : { by: method };

/** The link of an email: its row's id, its address, and its expiry. */
export interface MailedLink {
  readonly id: string;
  readonly url: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** An email that only tells something: sent once for the event `id`, and not when it is more than a day late. */
export const notice = (
  { kind, to, values, id }: Pick<MailContent, 'kind' | 'to' | 'values'> & { readonly id: string },
  deps: Pick<Deps, 'keys'>,
  now: number,
): NewMail =>
  mail({ kind, to, values, dedupeKey: `${kind}:${id}`, expiresAt: now + noticeLifetime }, deps, now);

/** An email with a link: sent once, and only while the link is valid. */
export const linkMail = (
  {
    kind,
    to,
    values,
    link: { id, url, expiresAt },
  }: Pick<MailContent, 'kind' | 'to' | 'values'> & { readonly link: MailedLink },
  deps: Pick<Deps, 'keys'>,
  now: number,
): NewMail =>
  mail({ kind, to, values: { ...values, url }, dedupeKey: `${kind}:${id}`, expiresAt }, deps, now);

export type Recipient = Pick<Account, 'email' | 'language'>;

interface MailContent {
  readonly kind: MailKind;
  readonly to: Recipient;
  readonly values: MailValues;
  /** No second email with this key is sent. */
  readonly dedupeKey: string;
  readonly expiresAt: number;
}

export function mail(
  { kind, to: { email, language }, values, dedupeKey, expiresAt }: MailContent,
  deps: Pick<Deps, 'keys'>,
  now: number,
): NewMail {
  const id = randomUUID();
  return {
    id,
    kind,
    to: email,
    language,
    values: sealMailValues(deps.keys, id, values),
    expiresAt,
    dedupeKey,
    now,
  };
}
