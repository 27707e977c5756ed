/** What a waiting mail says, sealed: a code must not lie in the outbox in the clear. */
import type { Keys } from './keys.ts';
import { seal, unseal } from './sealing.ts';

/** Values of a mail template, by name. */
export type MailValues = Readonly<Record<string, string>>;

/** Seals the values of the outbox row `mailId`; they cannot be opened as those of another row. */
export const sealMailValues = (keys: Keys, mailId: string, values: MailValues): Buffer =>
  seal(keys.secret('outbox'), JSON.stringify(values), mailId);

/** The values of the outbox row `mailId`, or undefined if they were sealed with a key that is gone. */
export function openMailValues(keys: Keys, mailId: string, sealed: Uint8Array): MailValues | undefined {
  const text = unseal(keys.secret('outbox'), sealed, mailId);
  return text === undefined ? undefined : (JSON.parse(text) as MailValues);
}
