/** Pages that the service renders for one request: the path, the page data, and the words that they must show. */
import { challengeToWire } from '@app/contract/calls/wire-names.ts';
import type { PageData } from '@app/contract/pages/page-data.ts';

import { refusalAnswer } from './open-app.tsx';

const email = 'ada@northline.test';
const challenge = {
  session: 'challenge',
  serverNow: 1e12,
  codeExpiresAt: 1e12 + 600_000,
  resendAt: 1e12 + 60_000,
  triesLeft: 5,
};
const times = { serverNow: 1e12, codeExpiresAt: 1e12 + 300_000, resendAt: 1e12, triesLeft: 4 };
const link = (
  page:
    | '/password/reset'
    | '/password/new'
    | '/users/confirmation'
    | '/signup/confirm'
    | '/users/identity'
    | '/login/device'
    | '/login/not-you'
    | '/users/passkey',
  state: 'valid' | 'expired' | 'used' | 'cancelled' | 'unknown',
): PageData => ({
  link: { page, email, token: 'token', state },
});
/** A form that was posted without script, and the outcome of its call. */
export const posted = (
  form: NonNullable<PageData['posted']>['form'],
  outcome: NonNullable<PageData['posted']>['outcome'],
  values: Record<string, string> = { email },
): PageData => ({ posted: { form, values, outcome } });
const code = { email, session: 'challenge' };

export const renderedPages: [name: string, path: string, page: PageData, words: RegExp][] = [
  [
    'a wrong password',
    '/login',
    posted('signInWithPassword', refusalAnswer('credentials')),
    /credentials provided are incorrect/,
  ],
  [
    'an empty password',
    '/login',
    posted('signInWithPassword', refusalAnswer('invalid', { fields: { password: ['is_required'] } })),
    /This field is required/,
  ],
  [
    'too many tries',
    '/login',
    posted('signInWithPassword', { ...refusalAnswer('rateLimited'), retryAfter: '30' }),
    /try again in 30 seconds/,
  ],
  [
    'the ceiling of wrong passwords',
    '/login',
    posted('signInWithPassword', refusalAnswer('unknownDevice')),
    /Confirm your device.*name="action" value="deviceLink".*Send me a link/s,
  ],
  [
    'a device link that was sent',
    '/login',
    posted('sendDeviceLink', { ok: true, answer: null }),
    /Check your email.*name="action" value="deviceLink"/s,
  ],
  [
    'a device link that could not be sent',
    '/login',
    posted('sendDeviceLink', refusalAnswer('unavailable')),
    /An error occurred.*Send me a link/s,
  ],
  [
    'a password that must be renewed',
    '/login',
    posted('signInWithPassword', refusalAnswer('renewalRequired')),
    /Choose a new password.*Reset my password/s,
  ],
  ['a device to confirm', '/login/device', link('/login/device', 'valid'), /on this device/],
  ['an expired device link', '/login/device', link('/login/device', 'expired'), /valid for 1 hour/],
  [
    'a confirmed device',
    '/login/device',
    posted('confirmDevice', { ok: true, answer: null }),
    /Your device is confirmed/,
  ],
  ['a sign-in to disown', '/login/not-you', link('/login/not-you', 'valid'), /didn.t log in as/],
  ['an expired link to disown', '/login/not-you', link('/login/not-you', 'expired'), /valid for 3 days/],
  ['a passkey to remove', '/users/passkey', link('/users/passkey', 'valid'), /no longer be used to log in/],
  [
    'a removed passkey',
    '/users/passkey',
    posted('removePasskeyByLink', { ok: true, answer: null }),
    /The passkey has been removed/,
  ],
  [
    'another method',
    '/login',
    posted('signInWithPassword', refusalAnswer('strategy', { message: 'Use Google.' })),
    /Google Sign-in/,
  ],
  [
    'a company without single sign-on',
    '/login/sso',
    posted('startSso', refusalAnswer('ssoNotConfigured')),
    /ada@northline\.test/,
  ],
  [
    'a refusal of the provider',
    '/login/sso',
    posted('startSso', refusalAnswer('credentials'), { error: 'sso-denied' }),
    /credentials provided are incorrect/,
  ],
  [
    'a right password',
    '/login',
    posted('signInWithPassword', { ok: true, answer: challengeToWire(challenge) }),
    /Enter security code/,
  ],
  [
    'a wrong code',
    '/login',
    posted('verifyCode', refusalAnswer('invalidCode', { challenge: times }), code),
    /Wrong or expired code.*4 tries left\./s,
  ],
  [
    'an empty code',
    '/login',
    posted('verifyCode', refusalAnswer('invalid', { fields: { code: ['is_required'] } }), code),
    /This field is required/,
  ],
  [
    'the fifth wrong code',
    '/login',
    posted('verifyCode', refusalAnswer('challengeDead'), code),
    /Too many failed attempts/,
  ],
  [
    'a dead challenge',
    '/login',
    posted('verifyCode', refusalAnswer('sessionExpired'), code),
    /session has expired/,
  ],
  ['a new code', '/login', posted('resendCode', { ok: true, answer: times }, code), /We sent you a new code/],
  [
    'a fourth new code',
    '/login',
    posted('resendCode', refusalAnswer('validationLimitExceeded'), code),
    /asked for too many codes/,
  ],
  [
    'a session',
    '/login/success',
    { signedIn: { email, platform: 'aircall-workspace' } },
    /You are logged in as <span[^>]*><strong>ada/,
  ],
  ...(
    ['/password/reset', '/password/new', '/users/confirmation', '/signup/confirm', '/users/identity'] as const
  ).flatMap((page) =>
    (['valid', 'expired', 'used', 'cancelled', 'unknown'] as const).map(
      (state): (typeof renderedPages)[number] => [`a link that is ${state}`, page, link(page, state), /./],
    ),
  ),
  ...(
    [
      '/password/reset',
      '/password/new',
      '/users/confirmation',
      '/signup/confirm',
      '/users/identity',
      '/action_result',
      '/auth/v1/users/email-change',
      '/auth/v1/users/email-change/cancel',
    ] as const
  ).map((path): (typeof renderedPages)[number] => ['nothing', path, {}, /./]),
  [
    'a new address',
    '/auth/v1/users/email-change',
    { emailChange: { token: 't', newEmail: 'new@northline.test' } },
    /new@northline\.test/,
  ],
  [
    'a change to cancel',
    '/auth/v1/users/email-change/cancel',
    { emailChange: { token: 't', newEmail: 'new@northline.test' } },
    /new@northline\.test/,
  ],
  ['a posted request', '/password/forgot', posted('recoverPassword', { ok: true, answer: null }), /./],
  [
    'a refused request',
    '/password/forgot',
    posted('recoverPassword', refusalAnswer('rateLimited')),
    /Too many requests/,
  ],
  [
    'a refused reset',
    '/password/reset',
    {
      ...link('/password/reset', 'valid'),
      ...posted('resetPassword', refusalAnswer('invalid', { fields: { password: ['is_common'] } })),
    },
    /easy to guess/,
  ],
  [
    'a signup that another browser confirmed',
    '/signup/confirm',
    posted('confirmSignUp', { ok: true, answer: { sameBrowser: false } }),
    /Your account is confirmed/,
  ],
  [
    'a posted signup',
    '/signup',
    posted('signUp', { ok: true, answer: null }, { email, name: 'Ada', companyName: 'Northline' }),
    /./,
  ],
];
