import * as v from 'valibot';

import { limits } from './limits.ts';

/** A person's name as it can be stored; it may be empty, as that of somebody invited by the address alone. */
export const nameText = v.pipe(
  v.string('is_invalid'),
  v.trim(),
  v.maxLength(limits.personNameMax, 'is_too_long'),
  // Control characters and halves of a surrogate pair are in no name, and no database takes all of them.
  v.check((name) => name.isWellFormed() && !/\p{Cc}/u.test(name), 'is_invalid'),
);

/** The name that a person has or chooses. */
export const personName = v.pipe(nameText, v.nonEmpty('is_required'));
