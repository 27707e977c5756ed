import { expect, test } from 'vitest';

import { endpoints, type PublicCallName } from '@app/contract/calls/endpoints.ts';

import { failureOf, type Failure } from './failure.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const times = { serverNow: 1, codeExpiresAt: 2, resendAt: 3, triesLeft: 4 };
const refusal = (name: string, message = 'Words.', more: object = {}): string =>
  JSON.stringify({ error: { name, message }, requestId: 'r-1', ...more });
const html = '<!doctype html><title>Sign in with Google</title>';

/** Status, body, call, and the failure it means. */
const catalogue: [number, string, PublicCallName, Partial<Failure>][] = [
  [504, html, 'signInWithPassword', { kind: 'timeout', requestId: undefined }],
  [504, refusal('unavailable'), 'signInWithPassword', { kind: 'timeout', requestId: 'r-1' }],
  [500, refusal('unknown'), 'signInWithPassword', { kind: 'unknown' }],
  [500, '', 'signInWithPassword', { kind: 'unknown' }],
  [502, html, 'verifyCode', { kind: 'unknown' }],
  [503, refusal('overloaded'), 'signInWithPassword', { kind: 'unknown', status: 503 }],
  [503, refusal('invalidCode'), 'verifyCode', { kind: 'unknown' }],
  [429, refusal('rateLimited'), 'signInWithPassword', { kind: 'rateLimited' }],
  [429, html, 'signInWithPassword', { kind: 'rateLimited' }],
  [429, '', 'resendCode', { kind: 'rateLimited' }],
  [429, refusal('tooManyRequests'), 'verifyCode', { kind: 'challengeDead' }],
  [429, refusal('tooManyRequests'), 'signInWithPassword', { kind: 'rateLimited' }],
  [429, refusal('rateLimited'), 'verifyCode', { kind: 'rateLimited' }],
  [429, refusal('resendTooSoon'), 'resendCode', { kind: 'resendTooSoon' }],
  [429, refusal('resendTooSoon'), 'verifyCode', { kind: 'rateLimited' }],
  [429, refusal('validationLimitExceeded'), 'resendCode', { kind: 'validationLimitExceeded' }],
  [
    422,
    refusal('invalid', 'Some of the data is not valid.', { fields: { email: ['is_invalid'] } }),
    'signInWithPassword',
    { kind: 'invalid', fields: { email: ['is_invalid'] } },
  ],
  [422, refusal('invalid'), 'signInWithPassword', { kind: 'invalid', fields: {} }],
  [422, html, 'signInWithPassword', { kind: 'invalid', fields: {} }],
  [
    422,
    refusal('invalid', 'No.', { fields: 'email' }),
    'signInWithPassword',
    { kind: 'invalid', fields: {} },
  ],
  [
    403,
    refusal('strategy', 'This account signs in with Google.'),
    'signInWithPassword',
    { kind: 'strategy', strategy: 'google' },
  ],
  [
    403,
    refusal('strategy', 'This account signs in with SAML.'),
    'signInWithPassword',
    { kind: 'strategy', strategy: 'saml' },
  ],
  [
    403,
    refusal('strategy', 'Use email and password.'),
    'signInWithPassword',
    { kind: 'strategy', strategy: 'password' },
  ],
  [403, refusal('forbidden', "You don't have permission."), 'signInWithPassword', { kind: 'forbidden' }],
  [403, html, 'signInWithPassword', { kind: 'forbidden' }],
  [403, '', 'signInWithPassword', { kind: 'forbidden' }],
  [401, refusal('credentials'), 'signInWithPassword', { kind: 'credentials' }],
  [401, html, 'signInWithPassword', { kind: 'credentials' }],
  [401, '', 'signInWithPassword', { kind: 'credentials' }],
  [401, refusal('sessionExpired'), 'signInWithPassword', { kind: 'credentials' }],
  [
    401,
    refusal('invalidCode', 'No.', { challenge: times }),
    'verifyCode',
    { kind: 'invalidCode', challenge: times },
  ],
  [401, refusal('invalidCode'), 'verifyCode', { kind: 'invalidCode', challenge: undefined }],
  [
    401,
    refusal('codeExpired', 'No.', { challenge: times }),
    'verifyCode',
    { kind: 'codeExpired', challenge: times },
  ],
  [401, refusal('sessionExpired'), 'verifyCode', { kind: 'sessionExpired' }],
  [401, refusal('sessionExpired'), 'refreshTokens', { kind: 'sessionExpired' }],
  [401, refusal('constructor'), 'verifyCode', { kind: 'credentials' }],
  [400, refusal('malformed'), 'signInWithPassword', { kind: 'credentials' }],
  [400, refusal('invalidCode'), 'verifyCode', { kind: 'credentials' }],
  [404, html, 'signInWithPassword', { kind: 'credentials' }],
  [404, refusal('ssoNotConfigured'), 'startSso', { kind: 'ssoNotConfigured', requestId: 'r-1' }],
  [404, html, 'startSso', { kind: 'credentials' }],
  [400, refusal('ssoNotConfigured'), 'startSso', { kind: 'credentials' }],
  [404, refusal('ssoNotConfigured'), 'signInWithPassword', { kind: 'credentials' }],
  [401, refusal('invalidCode'), 'signInWithSsoCode', { kind: 'invalidCode' }],
  [401, refusal('credentials'), 'signInWithGoogle', { kind: 'credentials' }],
  [409, refusal('keyReused'), 'signInWithPassword', { kind: 'credentials' }],
  [413, refusal('tooLarge'), 'signInWithPassword', { kind: 'credentials' }],
  [421, refusal('misdirected'), 'signInWithPassword', { kind: 'credentials' }],
  [200, '', 'signInWithPassword', { kind: 'credentials', status: 200 }],
  [200, html, 'signInWithPassword', { kind: 'credentials', status: 200 }],
  [200, 'null', 'signInWithPassword', { kind: 'credentials' }],
];

test.each(catalogue)('%i with the body %s of %s is %o', (status, text, name, expected) => {
  let body: unknown = text;
  try {
    body = JSON.parse(text);
  } catch {
    // The body is not JSON, so it stays text.
  }
  const failure = failureOf({ status, retryAfter: null, body }, endpoints[name], now);
  expect(failure).toMatchObject({ status, ...expected });
});

test.each([
  ['37', 37],
  ['0', 0],
  ['Sat, 21 Nov 2026 12:01:00 GMT', 60],
  ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
  ['soon', undefined],
  ['-5', undefined],
  ['', undefined],
  [null, undefined],
])('Retry-After %s means %s seconds', (retryAfter, seconds) => {
  expect(failureOf({ status: 429, retryAfter, body: '' }, endpoints.signUp, now).retryAfter).toBe(seconds);
});

test('a refusal is read from any JSON body with a name or a message, with or without a requestId', () => {
  const words = 'This account signs in with Google.';
  const spellings: ((name: string, message: string) => object)[] = [
    (name, message) => ({ error: { name, message } }),
    (name, message) => ({ error: { name, message }, requestId: 7, challenge: 'none', fields: null }),
    (name, message) => ({ name, message }),
    (name, message) => ({ error: { name }, message }),
    (name, message) => ({ name, error: { message } }),
    (name, message) => ({ error: 'Refused', name, message, requestId: 'r-1' }),
  ];
  const kinds = [
    [401, 'verifyCode', 'codeExpired', '', { kind: 'codeExpired' }],
    [429, 'verifyCode', 'tooManyRequests', '', { kind: 'challengeDead' }],
    [429, 'resendCode', 'resendTooSoon', '', { kind: 'resendTooSoon' }],
    [404, 'startSso', 'ssoNotConfigured', '', { kind: 'ssoNotConfigured' }],
    [403, 'signInWithPassword', 'forbidden', words, { kind: 'strategy', strategy: 'google' }],
    [400, 'resetPassword', 'badRequest', 'invalid_code', { kind: 'invalidLink' }],
    [429, 'resetPassword', 'tooMany', 'too_many_requests', { kind: 'rateLimited' }],
  ] as const;
  let read = 0;
  for (const spell of spellings) {
    for (const [status, call, name, message, expected] of kinds) {
      const answer = { status, retryAfter: null, body: spell(name, message) };
      expect(failureOf(answer, endpoints[call], now), JSON.stringify(answer)).toMatchObject(expected);
      read += 1;
    }
  }
  const [nameAlone, messageAlone] = [{ name: 'codeExpired' }, { message: words }];
  expect(
    failureOf({ status: 401, retryAfter: null, body: nameAlone }, endpoints.verifyCode, now),
  ).toMatchObject({
    kind: 'codeExpired',
  });
  expect(
    failureOf({ status: 403, retryAfter: null, body: messageAlone }, endpoints.signUp, now),
  ).toMatchObject({
    strategy: 'google',
  });
  const fields = { email: ['is_invalid'] };
  expect(
    failureOf({ status: 422, retryAfter: null, body: { message: 'No.', fields } }, endpoints.signUp, now),
  ).toMatchObject({ fields });
  for (const body of [null, [], 7, { error: null }, { name: 7, message: {} }, { error: { name: [] } }])
    expect(failureOf({ status: 401, retryAfter: null, body }, endpoints.verifyCode, now).kind).toBe(
      'credentials',
    );
});
