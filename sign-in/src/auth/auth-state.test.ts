import type { Strategy } from '@app/contract/fields/vocabulary.ts';
import { expect, test } from 'vitest';

import type { TextKey } from '#i18n/use-texts.ts';

import { authReducer, signedOutState, unknownState, type AuthEvent, type AuthState } from './auth-state.ts';

const decodedToken = {
  iss: 'issuer',
  sub: 'subject',
  aud: 'client',
  iat: 1,
  exp: 2,
  email: 'ada@northline.test',
  event_id: 'event',
  'custom:user_id': 'user',
  'custom:company_id': 'company',
};
const newer = { ...decodedToken, exp: 3 };

const states: Record<string, AuthState> = {
  unknown: unknownState,
  'signed out': signedOutState,
  'signing in': { ...signedOutState, signingIn: true },
  'after an error': {
    ...signedOutState,
    signedInError: 'errors.credentials',
    signedInStrategy: 'password',
    email: 'old@northline.test',
  },
  'told to wait': { ...signedOutState, signedInError: 'errors.rateLimited', wait: 30 },
  'told what to do': {
    ...signedOutState,
    signedInError: 'errors.credentials',
    signedInStrategy: 'saml',
    advice: 'sso.expired',
  },
  'awaiting a code': {
    ...signedOutState,
    email: 'ada@northline.test',
    challengeSession: 'challenge',
    codeStepOpen: true,
  },
  'session expired': { ...signedOutState, sessionExpired: true, signedInError: 'errors.sessionExpired' },
  'signed in': {
    ...signedOutState,
    status: 'AUTHENTICATED',
    token: 'token',
    decodedToken,
    email: 'ada@northline.test',
    signedInStrategy: 'password',
  },
};

const noToken = { token: null, decodedToken: null };
const noChallenge = { challengeSession: null, codeStepOpen: false };

/** The change that each event makes to any state (spec §4). */
const events: Record<string, { event: AuthEvent; expected: (before: AuthState) => AuthState }> = {
  signIn: {
    event: { type: 'signIn' },
    expected: (before) => ({
      ...before,
      errorBefore: before.signedInError,
      ...noToken,
      signingIn: true,
      status: 'NOT_AUTHENTICATED',
      sessionExpired: false,
      signedInError: null,
      wait: null,
      advice: null,
      supportCode: null,
    }),
  },
  signInSuccess: {
    event: { type: 'signInSuccess', token: 'new', decodedToken, strategy: 'password' },
    expected: () => ({
      signingIn: false,
      status: 'AUTHENTICATED',
      sessionExpired: false,
      signedInError: null,
      wait: null,
      advice: null,
      supportCode: null,
      errorBefore: null,
      signedInStrategy: 'password',
      token: 'new',
      decodedToken,
      email: 'ada@northline.test',
      challengeSession: null,
      codeStepOpen: false,
    }),
  },
  'signInError of a wrong entry': {
    event: { type: 'signInError', error: 'errors.invalidCode', strategy: 'password', kind: 'credentials' },
    expected: (before) => ({
      ...before,
      ...noToken,
      signingIn: false,
      status: 'NOT_AUTHENTICATED',
      signedInError: 'errors.invalidCode',
      wait: null,
      advice: null,
      supportCode: null,
      signedInStrategy: 'password',
    }),
  },
  'signInError that ends the challenge': {
    event: {
      type: 'signInError',
      error: 'errors.challengeDead',
      strategy: 'password',
      kind: 'expired',
    },
    expected: (before) => ({
      ...before,
      ...noToken,
      ...noChallenge,
      signingIn: false,
      status: 'NOT_AUTHENTICATED',
      signedInError: 'errors.challengeDead',
      wait: null,
      advice: null,
      supportCode: null,
      signedInStrategy: 'password',
    }),
  },
  'signInError with a wait': {
    event: {
      type: 'signInError',
      error: 'errors.rateLimited',
      strategy: 'password',
      kind: 'credentials',
      wait: 60,
    },
    expected: (before) => ({
      ...before,
      ...noToken,
      signingIn: false,
      status: 'NOT_AUTHENTICATED',
      signedInError: 'errors.rateLimited',
      wait: 60,
      advice: null,
      supportCode: null,
      signedInStrategy: 'password',
    }),
  },
  'signInError of another way, with advice': {
    event: {
      type: 'signInError',
      error: 'errors.credentials',
      strategy: 'saml',
      kind: 'saml',
      advice: 'sso.denied',
    },
    expected: (before) => ({
      ...before,
      ...noToken,
      signingIn: false,
      status: 'NOT_AUTHENTICATED',
      signedInError: 'errors.credentials',
      wait: null,
      advice: 'sso.denied',
      signedInStrategy: 'saml',
    }),
  },
  signInStrategyError: {
    event: { type: 'signInStrategyError', error: 'errors.strategyGoogle', strategy: 'google' },
    expected: (before) => ({
      ...before,
      ...noToken,
      ...noChallenge,
      signingIn: false,
      status: 'NOT_AUTHENTICATED',
      signedInError: 'errors.strategyGoogle',
      wait: null,
      advice: null,
      supportCode: null,
      signedInStrategy: 'google',
    }),
  },
  refreshToken: {
    event: { type: 'refreshToken', token: 'newer', decodedToken: newer },
    expected: (before) => ({ ...before, token: 'newer', decodedToken: newer }),
  },
  codeStepOpened: {
    event: { type: 'codeStepOpened', email: 'ben@northline.test', session: 'session' },
    expected: (before) => ({
      ...before,
      ...noToken,
      signingIn: false,
      status: 'NOT_AUTHENTICATED',
      sessionExpired: false,
      signedInError: null,
      wait: null,
      advice: null,
      supportCode: null,
      email: 'ben@northline.test',
      challengeSession: 'session',
      codeStepOpen: true,
    }),
  },
  sessionExpired: {
    event: { type: 'sessionExpired', error: 'errors.sessionExpired' },
    expected: (before) => ({
      ...before,
      ...noToken,
      ...noChallenge,
      signingIn: false,
      status: 'NOT_AUTHENTICATED',
      sessionExpired: true,
      signedInError: 'errors.sessionExpired',
      wait: null,
      advice: null,
      supportCode: null,
    }),
  },
  signOut: { event: { type: 'signOut' }, expected: () => signedOutState },
};

const pairs = Object.entries(states).flatMap(([name, state]) =>
  Object.entries(events).map(([what, { event, expected }]) => ({ name, state, what, event, expected })),
);

test.each(pairs)('$what while $name', ({ state, event, expected }) => {
  const before = structuredClone(state);
  expect(authReducer(state, event)).toEqual(expected(state));
  expect(state).toEqual(before);
});

test('every state is tested with every event', () => {
  const types = new Set(Object.values(events).map(({ event }) => event.type));
  expect(types.size).toBe(8);
});

const supportCode = 'ABCD-EFGH';
const refused = (error: TextKey, strategy: Strategy = 'password'): AuthEvent[] => [
  { type: 'signIn' },
  { type: 'signInError', error, strategy, kind: 'credentials', supportCode },
];
const codeAfter = (...tries: AuthEvent[][]) => tries.flat().reduce(authReducer, signedOutState).supportCode;

test.each(['errors.credentials', 'errors.invalidCode'] as const)(
  'a first %s shows no support code, the next one in a row does',
  (typo) => {
    expect(codeAfter(refused(typo))).toBeNull();
    expect(codeAfter(refused(typo), refused(typo))).toBe(supportCode);
    expect(codeAfter(refused('errors.unknown'), refused(typo))).toBeNull();
  },
);

test('an error that is no typo shows its support code at once', () => {
  expect(codeAfter(refused('errors.unknown'))).toBe(supportCode);
  expect(codeAfter(refused('errors.credentials', 'google'))).toBe(supportCode);
  expect(codeAfter(refused('errors.credentials', 'saml'))).toBe(supportCode);
});
