/**
 * Every failing answer that a form can get, as it is on the wire, and its meaning (spec §8; requirements §4 "Which
 * failure gets which words").
 */
import { refusal, type MockResponse } from '@app/testing/browser/mock-responses.ts';

/** The meaning of an answer for a person; each form has its texts for them. */
export type Meaning =
  | 'credentials'
  | 'forbidden'
  | 'google'
  | 'saml'
  | 'password'
  | 'invalid'
  | 'fields'
  | 'tooMany'
  | 'timeout'
  | 'unknown'
  | 'network'
  | 'invalidLink'
  | 'linkExpired'
  | 'invalidCode'
  | 'sessionExpired'
  | 'challengeDead'
  | 'tooSoon'
  | 'tooManyCodes';

export interface FailingAnswer {
  readonly name: string;
  readonly what: MockResponse;
  readonly means: Meaning;
  /** The text about the wait, if there is one. */
  readonly wait?: string;
}

const html = '<!doctype html><title>Gateway</title><h1>It works!</h1>';
const page = (status: number): MockResponse => ({ status, body: html, contentType: 'text/html' });
const strategy = (message: string): MockResponse => refusal('strategy', { message });
const later = (retryAfter?: string): MockResponse =>
  refusal('rateLimited', retryAfter === undefined ? {} : { retryAfter });

/** The failing answers that any call can get. */
export const failingAnswers: readonly FailingAnswer[] = [
  { name: 'the connection is reset', what: 'lost', means: 'network' },
  { name: '400', what: refusal('malformed'), means: 'credentials' },
  { name: '401', what: refusal('credentials'), means: 'credentials' },
  { name: '401 with nothing', what: { status: 401, body: '' }, means: 'credentials' },
  { name: '401 with an unknown name', what: named(401, 'constructor'), means: 'credentials' },
  { name: '403 that names Google', what: strategy('This account signs in with Google.'), means: 'google' },
  { name: '403 that names SAML', what: strategy('This account signs in with SAML.'), means: 'saml' },
  {
    name: '403 that names the password',
    what: strategy('This account signs in with email and password.'),
    means: 'password',
  },
  { name: '403 that names nothing', what: refusal('forbidden'), means: 'forbidden' },
  { name: '403 with a page', what: page(403), means: 'forbidden' },
  { name: '404', what: refusal('notFound'), means: 'credentials' },
  { name: '404 with a page', what: page(404), means: 'credentials' },
  { name: '405', what: refusal('methodNotAllowed'), means: 'credentials' },
  { name: '409', what: refusal('keyReused'), means: 'credentials' },
  { name: '413', what: refusal('tooLarge'), means: 'credentials' },
  { name: '421', what: refusal('misdirected'), means: 'credentials' },
  { name: '422 without fields', what: refusal('invalid'), means: 'invalid' },
  {
    name: '422 with an unknown field',
    what: refusal('invalid', { fields: { shoeSize: ['is_invalid'] } }),
    means: 'invalid',
  },
  { name: '422 with a page', what: page(422), means: 'invalid' },
  { name: '429', what: later(), means: 'tooMany' },
  { name: '429 with a page', what: page(429), means: 'tooMany' },
  {
    name: '429 after 1 s',
    what: later('1'),
    means: 'tooMany',
    wait: 'Too many requests, please try again in 1 second.',
  },
  {
    name: '429 after 45 s',
    what: later('45'),
    means: 'tooMany',
    wait: 'Too many requests, please try again in 45 seconds.',
  },
  {
    name: '429 after 90 s',
    what: later('90'),
    means: 'tooMany',
    wait: 'Too many requests, please try again in 90 seconds.',
  },
  {
    name: '429 after 91 s',
    what: later('91'),
    means: 'tooMany',
    wait: 'Too many requests, please try again in 2 minutes.',
  },
  {
    name: '429 after 15 min',
    what: later('900'),
    means: 'tooMany',
    wait: 'Too many requests, please try again in 15 minutes.',
  },
  { name: '429 after nonsense', what: later('soon'), means: 'tooMany' },
  { name: '429 after -5', what: later('-5'), means: 'tooMany' },
  { name: '429 after 0', what: later('0'), means: 'tooMany' },
  { name: '500', what: refusal('unknown'), means: 'unknown' },
  { name: '500 with a page', what: page(500), means: 'unknown' },
  { name: '502 with a page', what: page(502), means: 'unknown' },
  { name: '503', what: refusal('overloaded'), means: 'unknown' },
  { name: '503 with nothing', what: { status: 503, body: '' }, means: 'unknown' },
  { name: '504 with a page', what: page(504), means: 'timeout' },
  { name: '504 in JSON', what: named(504, 'unknown'), means: 'timeout' },
];

/** Successes with an unreadable body. A call whose success has no body accepts them. */
export const unreadableSuccesses: readonly FailingAnswer[] = [
  { name: '200 with a page', what: page(200), means: 'credentials' },
  { name: '200 with other JSON', what: { status: 200, body: '{"hello":[]}' }, means: 'credentials' },
  { name: '200 with null', what: { status: 200, body: 'null' }, means: 'credentials' },
  { name: '200 with nothing', what: { status: 200, body: '' }, means: 'credentials' },
];

/** The further answers to the calls of a mailed link (spec §8). */
export const linkAnswers: readonly FailingAnswer[] = [
  { name: '400 invalid_code', what: refusal('invalidLink'), means: 'invalidLink' },
  {
    name: '429 too_many_requests',
    what: refusal('rateLimited', { message: 'too_many_requests', retryAfter: '600' }),
    means: 'tooMany',
    wait: 'Too many requests, please try again in 10 minutes.',
  },
  { name: '410', what: refusal('linkExpired'), means: 'linkExpired' },
];

/** The further answers to the calls of the code step. */
export const codeAnswers: readonly FailingAnswer[] = [
  { name: '401 invalidCode', what: refusal('invalidCode'), means: 'invalidCode' },
  { name: '401 codeExpired', what: refusal('codeExpired'), means: 'invalidCode' },
  { name: '401 sessionExpired', what: refusal('sessionExpired'), means: 'sessionExpired' },
  { name: '429 tooManyRequests', what: refusal('tooManyRequests'), means: 'challengeDead' },
];
export const resendAnswers: readonly FailingAnswer[] = [
  { name: '429 resendTooSoon', what: refusal('resendTooSoon'), means: 'tooSoon' },
  { name: '429 validationLimitExceeded', what: refusal('validationLimitExceeded'), means: 'tooManyCodes' },
];

function named(status: number, name: string): MockResponse {
  return { status, body: JSON.stringify({ error: { name, message: name }, requestId: 'edge' }) };
}
