import type { Failure } from '@app/session/calls/failure.ts';
import { expect, test } from 'vitest';

import en from '#i18n/locales/en.json';
import later from '#i18n/locales/later/en.json';

import { failureWords } from './failure-words.ts';

/** The error catalogue of spec §8 with the English texts. */
const catalogue: [Failure, string][] = [
  [{ kind: 'network' }, 'Connection lost. Please check your internet connection.'],
  [{ kind: 'timeout' }, 'Request timed out, please try again'],
  [{ kind: 'rateLimited' }, 'Too many requests, please try again shortly'],
  [{ kind: 'invalid', fields: {} }, "Some of the information isn't valid."],
  [{ kind: 'unknown' }, 'An error occurred and we are looking into it. Please try again later.'],
  [{ kind: 'credentials' }, 'The credentials provided are incorrect.'],
  [
    { kind: 'strategy', strategy: 'google' },
    'Your company admin has configured your account to use Google Sign-in',
  ],
  [{ kind: 'strategy', strategy: 'saml' }, 'Your company admin has configured your account to use SSO'],
  [
    { kind: 'strategy', strategy: 'password' },
    'Your company admin has configured your account to sign in with your email and password',
  ],
  [{ kind: 'forbidden' }, "You don't have permission to access this resource."],
  [{ kind: 'challengeDead' }, 'Too many failed attempts, please log in again with credentials.'],
  [
    { kind: 'invalidCode' },
    "Wrong or expired code. Please check the code and try again, or click 'send new code'.",
  ],
  [
    { kind: 'codeExpired' },
    "Wrong or expired code. Please check the code and try again, or click 'send new code'.",
  ],
  [{ kind: 'sessionExpired' }, 'Your session has expired. Please log in again.'],
  [
    { kind: 'validationLimitExceeded' },
    'You have asked for too many codes. Please log in again in a few minutes.',
  ],
  [
    { kind: 'ssoNotConfigured' },
    "Single sign-on isn't set up for this email address. Please log in another way.",
  ],
  [{ kind: 'resendTooSoon' }, 'You can ask for a new code 60 seconds after the last one.'],
];

test.each(catalogue)('%o', (failure, words) => {
  const texts: Record<string, string> = { ...en.errors, ...later.errors };
  expect(texts[failureWords(failure).replace('errors.', '')]).toBe(words);
});
