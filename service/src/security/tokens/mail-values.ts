/** Encrypts the values of a waiting mail: the outbox must not contain a code in plain text. */
import type { Keys } from './keys.ts';
import { seal, unseal } from './sealing.ts';

/** Values of a mail template, by name. */
export type MailValues = Readonly<Record<string, string>>;

/** Seals the values for the outbox row `mailId`; they cannot be opened for another row. */
export const sealMailValues = (keys: Keys, mailId: string, values: MailValues): Buffer =>
  seal(keys.secret('outbox'), JSON.stringify(values), mailId);

/** The values of the outbox row `mailId`, or undefined if the key that sealed them was removed. */
export function openMailValues(keys: Keys, mailId: string, sealed: Uint8Array): MailValues | undefined {
  for (const key of keys.secrets('outbox')) {
    const text = unseal(key, sealed, mailId);
    if (text !== undefined) return JSON.parse(text) as MailValues;
  }
  return undefined;
}
