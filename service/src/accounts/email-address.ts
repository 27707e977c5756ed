/** Checks an email address that an admin typed, by the contract's rule for all addresses (`email`). */
import * as v from 'valibot';
import { email } from '@app/contract/fields/fields.ts';

import { Refusal } from '#refusal.ts';

/** Returns the address trimmed and in lower case. Throws `Refusal('invalid')` that names `field`. */
export function checkEmail(typed: string, field: string): string {
  const checked = v.safeParse(email, typed);
  if (!checked.success) throw new Refusal('invalid', { fields: { [field]: ['is_invalid'] } });
  return checked.output;
}
