/** Who is signed in: the states, events and actions of spec §4 over the sign-in state of spec §3, as a pure reducer. */
import type { IdTokenClaims } from '@app/contract/tokens/claims.ts';
import type { Strategy } from '@app/contract/fields/vocabulary.ts';

import type { TextKey } from '#i18n/text-key.ts';

export type AuthStatus = 'AUTHENTICATED' | 'NOT_AUTHENTICATED' | 'UNKNOWN';

/** How a sign-in attempt ended without a session (spec §4): `expired` also ends the challenge of the code step. */
export type OutcomeKind = 'saml' | 'credentials' | 'expired';

/**
 * The sign-in state of spec §3. Errors are stored as keys of texts, so that a change of language changes them
 * too.
 */
export interface AuthState {
  readonly signingIn: boolean;
  readonly status: AuthStatus;
  readonly sessionExpired: boolean;
  readonly signedInError: TextKey | null;
  /** Seconds until another try makes sense, where the error said so (`Retry-After`). */
  readonly wait: number | null;
  /** What to do about the error, where its own words do not say it. */
  readonly advice: TextKey | null;
  readonly signedInStrategy: Strategy | null;
  /** The ID token as it came. */
  readonly token: string | null;
  readonly decodedToken: IdTokenClaims | null;
  readonly email: string | null;
  readonly challengeSession: string | null;
  readonly codeStepOpen: boolean;
}

export type AuthEvent =
  | { readonly type: 'signIn' }
  | { readonly type: 'refreshToken'; readonly token: string; readonly decodedToken: IdTokenClaims }
  | {
      readonly type: 'signInSuccess';
      readonly token: string;
      readonly decodedToken: IdTokenClaims;
      readonly strategy: Strategy;
    }
  | {
      readonly type: 'signInError';
      /** null: the fields of the form say it. */
      readonly error: TextKey | null;
      readonly strategy: Strategy;
      readonly kind: OutcomeKind;
      readonly wait?: number | undefined;
      readonly advice?: TextKey | undefined;
    }
  | { readonly type: 'signInStrategyError'; readonly error: TextKey; readonly strategy: Strategy }
  | { readonly type: 'sessionExpired'; readonly error: TextKey }
  | { readonly type: 'signOut' }
  | { readonly type: 'codeStepOpened'; readonly email: string; readonly session: string };

/** Before anything is known about stored tokens (requirements §4 "Start"). */
export const unknownState: AuthState = {
  signingIn: false,
  status: 'UNKNOWN',
  sessionExpired: false,
  signedInError: null,
  wait: null,
  advice: null,
  signedInStrategy: null,
  token: null,
  decodedToken: null,
  email: null,
  challengeSession: null,
  codeStepOpen: false,
};

/** Nobody is signed in and nothing was tried yet. */
export const signedOutState: AuthState = { ...unknownState, status: 'NOT_AUTHENTICATED' };

const noChallenge = { challengeSession: null, codeStepOpen: false } as const;
const noError = { signedInError: null, wait: null, advice: null } as const;
const noToken = { token: null, decodedToken: null } as const;

/** (state, event) → state; every pair is defined (spec §4). */
export function authReducer(state: AuthState, event: AuthEvent): AuthState {
  switch (event.type) {
    case 'signIn':
      return {
        ...state,
        ...noToken,
        signingIn: true,
        status: 'NOT_AUTHENTICATED',
        sessionExpired: false,
        ...noError,
      };
    case 'signInSuccess':
      return {
        ...signedOutState,
        status: 'AUTHENTICATED',
        token: event.token,
        decodedToken: event.decodedToken,
        email: event.decodedToken.email,
        signedInStrategy: event.strategy,
      };
    case 'signInError':
      return {
        ...state,
        ...noToken,
        // A wrong code leaves the challenge alive; an expired one has to be started again.
        ...(event.kind === 'expired' ? noChallenge : {}),
        signingIn: false,
        status: 'NOT_AUTHENTICATED',
        signedInError: event.error,
        wait: event.wait ?? null,
        advice: event.advice ?? null,
        signedInStrategy: event.strategy,
      };
    case 'signInStrategyError':
      // The strategy is the method that the account has, not the one that was tried (requirements §4 "Sign-in method").
      return {
        ...state,
        ...noToken,
        ...noChallenge,
        signingIn: false,
        status: 'NOT_AUTHENTICATED',
        ...noError,
        signedInError: event.error,
        signedInStrategy: event.strategy,
      };
    case 'refreshToken':
      return { ...state, token: event.token, decodedToken: event.decodedToken };
    case 'codeStepOpened':
      return {
        ...state,
        ...noToken,
        signingIn: false,
        status: 'NOT_AUTHENTICATED',
        sessionExpired: false,
        ...noError,
        email: event.email,
        challengeSession: event.session,
        codeStepOpen: true,
      };
    case 'sessionExpired':
      return {
        ...state,
        ...noToken,
        ...noChallenge,
        signingIn: false,
        status: 'NOT_AUTHENTICATED',
        sessionExpired: true,
        ...noError,
        signedInError: event.error,
      };
    case 'signOut':
      return signedOutState;
  }
}
