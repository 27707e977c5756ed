/** Every failure that a call of the account screens can have, as an answer of the network. */
import { refusals, type RefusalName } from '@app/contract/calls/refusals.ts';
import { refusalOnTheWire } from '@app/contract/calls/wire-names.ts';

import en from '#i18n/locales/en.json';

/** A failure as an answer of the network. */
export interface Failing {
  readonly name: string;
  readonly answer: () => Response;
  /** Words that the message must contain. */
  readonly words?: string;
}

const json = (status: number, name: string, message: string, { more = {}, headers = {} } = {}) =>
  new Response(JSON.stringify({ error: { name, message }, requestId: 'r', ...more }), { status, headers });
const refusal = (name: RefusalName, message: string = refusals[name].message): Failing => ({
  name: message === refusals[name].message ? name : `${name}: ${message}`,
  answer: () => json(refusals[name].status, refusalOnTheWire(name), message),
});
export const accountFailures: readonly Failing[] = [
  {
    name: 'no connection',
    answer: () => {
      throw new TypeError('Failed to fetch');
    },
    words: en.errors.network,
  },
  { name: '504', answer: () => new Response('<html>', { status: 504 }), words: en.errors.timeout },
  { name: '502', answer: () => new Response('<html>', { status: 502 }), words: en.errors.unknown },
  { name: 'a page that is no answer', answer: () => new Response('<html>', { status: 404 }) },
  {
    name: '429 with a wait',
    answer: () => json(429, 'rateLimited', '', { headers: { 'retry-after': '120' } }),
    words: 'Too many requests, please try again in 2 minutes.',
  },
  {
    name: 'too_many_requests',
    answer: () => json(429, 'rateLimited', 'too_many_requests'),
    words: en.errors.rateLimited,
  },
  { ...refusal('unknown'), words: en.errors.unknown },
  { ...refusal('unavailable'), words: en.errors.unknown },
  { ...refusal('overloaded'), words: en.errors.unknown },
  refusal('credentials'),
  { ...refusal('forbidden'), words: en.errors.forbidden },
  { ...refusal('strategy', 'Google'), words: en.errors.strategyGoogle },
  { ...refusal('strategy', 'SAML'), words: en.errors.strategySaml },
  { ...refusal('strategy', 'password'), words: en.errors.strategyPassword },
  refusal('invalidLink'),
  refusal('linkExpired'),
  refusal('malformed'),
  refusal('tooLarge'),
  refusal('keyReused'),
  refusal('misdirected'),
  { name: '422 that names no field', answer: () => json(422, 'invalid', '') },
  ...['email', 'code', 'confirmationCode', 'password', 'passwordConfirmation', 'companyName', 'other'].map(
    (field): Failing => ({
      name: `422 for ${field}`,
      answer: () => json(422, 'invalid', '', { more: { fields: { [field]: ['is_invalid'] } } }),
    }),
  ),
  ...[
    'is_required',
    'is_too_short',
    'is_too_long',
    'is_too_weak',
    'is_padded',
    'is_common',
    'is_breached',
    'is_same',
    'is_new',
  ].map((problem): Failing => ({
    name: `422: the password ${problem}`,
    answer: () => json(422, 'invalid', '', { more: { fields: { password: [problem] } } }),
  })),
];
