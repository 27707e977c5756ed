/** The address that an identity provider or Google vouches for, by the contract's rule for all addresses (`email`). */
import { email } from '@app/contract/fields/fields.ts';
import * as v from 'valibot';

/**
 * Nobody pastes it, so an invisible character is not a typing error: the provider means another account, or a parser is
 * to be misled (threats B4, C4).
 */
export const providerEmail = v.pipe(
  v.string('is_invalid'),
  v.check((value) => !/\p{Cf}/u.test(value), 'is_invalid'),
  email,
);
