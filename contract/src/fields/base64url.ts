/** Bytes as text (RFC 4648 §5, without padding), as browsers write those of a passkey. */
import * as v from 'valibot';

/** Of at most `max` characters. */
export const base64url = (max: number) =>
  v.pipe(v.string('is_invalid'), v.maxLength(max, 'is_invalid'), v.regex(/^[\w-]*$/, 'is_invalid'));
