/** Codes and handles: fields that the first page does not have, so that its script does not load their rules. */
import * as v from 'valibot';

import { readDigits } from './digits.ts';
import * as limits from './limits.ts';

const controlCharacters = /\p{Cc}/u;

/** A mailed login code, as it is typed or pasted (`readDigits`). */
export const code = v.pipe(
  v.string('is_invalid'),
  v.transform((value) => readDigits(value, limits.codeDigits)),
  v.nonEmpty('is_required'),
  v.regex(new RegExp(`^[0-9]{${limits.codeDigits}}$`), 'is_invalid'),
);

/** The opaque handle of a challenge, a refresh token or a link's token. It means something only to the service. */
export const handle = v.pipe(
  v.string('is_invalid'),
  v.nonEmpty('is_required'),
  v.maxLength(512, 'is_invalid'),
  v.check((value) => !controlCharacters.test(value), 'is_invalid'),
);
