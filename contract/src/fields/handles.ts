/** Codes and handles: fields that nobody meets on the first page, so that its script does without their rules. */
import * as v from 'valibot';

import { limits } from './limits.ts';

const controlCharacters = /\p{Cc}/u;

/** A mailed login code; spaces and hyphens between the digits are dropped, as people paste them. */
export const code = v.pipe(
  v.string('is_invalid'),
  v.transform((value) => value.replace(/[\s\u2010-\u2015-]/gu, '')),
  v.nonEmpty('is_required'),
  v.regex(new RegExp(`^[0-9]{${limits.codeDigits}}$`), 'is_invalid'),
);

/** The opaque handle of a challenge, a refresh token or a link's token. It means something to the service alone. */
export const handle = v.pipe(
  v.string('is_invalid'),
  v.nonEmpty('is_required'),
  v.maxLength(512, 'is_invalid'),
  v.check((value) => !controlCharacters.test(value), 'is_invalid'),
);
