/** The auth state (who is signed in): a pure reducer of the states and events of spec §4 over the state of spec §3. */
import type { IdTokenClaims } from '@app/contract/tokens/tokens.ts';
import type { Strategy } from '@app/contract/fields/vocabulary.ts';

import type { TextKey } from '#i18n/use-texts.ts';

export type AuthStatus = 'AUTHENTICATED' | 'NOT_AUTHENTICATED' | 'UNKNOWN';

/** How a sign-in attempt ended without a session (spec §4): `expired` also ends the challenge of the code step. */
export type OutcomeKind = 'saml' | 'credentials' | 'expired';

/** The sign-in state of spec §3. Errors are stored as text keys, so that they change with the language. */
export interface AuthState {
  readonly signingIn: boolean;
  readonly status: AuthStatus;
  readonly sessionExpired: boolean;
  readonly signedInError: TextKey | null;
  /** Seconds until another try makes sense, if the error named them (`Retry-After`). */
  readonly wait: number | null;
  /** Advice about the error, where its own words give none. */
  readonly advice: TextKey | null;
  /** The code by which the reason of the error is found. */
  readonly supportCode: string | null;
  /** The error of the try before this one. */
  readonly errorBefore: TextKey | null;
  readonly signedInStrategy: Strategy | null;
  /** The ID token, not decoded. */
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
      /** null: the fields of the form show the error. */
      readonly error: TextKey | null;
      readonly strategy: Strategy;
      readonly kind: OutcomeKind;
      readonly wait?: number | undefined;
      readonly advice?: TextKey | undefined;
      readonly supportCode?: string | undefined;
    }
  | {
      readonly type: 'signInStrategyError';
      readonly error: TextKey;
      readonly strategy: Strategy;
      readonly supportCode?: string | undefined;
    }
  | { readonly type: 'sessionExpired'; readonly error: TextKey; readonly supportCode?: string | undefined }
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
  supportCode: null,
  errorBefore: null,
  signedInStrategy: null,
  token: null,
  decodedToken: null,
  email: null,
  challengeSession: null,
  codeStepOpen: false,
};

/** Nobody is signed in, and no sign-in was tried. */
export const signedOutState: AuthState = { ...unknownState, status: 'NOT_AUTHENTICATED' };

const noChallenge = { challengeSession: null, codeStepOpen: false } as const;
const noError = { signedInError: null, wait: null, advice: null, supportCode: null } as const;
const noToken = { token: null, decodedToken: null } as const;

const typos: readonly (TextKey | null)[] = ['errors.credentials', 'errors.invalidCode'];

/**
 * Whether the person has probably mistyped, and for the first time: nobody has to look that up. A second refusal in a row
 * can have a reason that only the admin may be told.
 */
const isFirstTypo = (
  { errorBefore }: AuthState,
  { error, strategy }: Extract<AuthEvent, { type: 'signInError' }>,
): boolean => strategy === 'password' && typos.includes(error) && errorBefore !== error;

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
        errorBefore: state.signedInError,
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
        // After a wrong code the challenge stays valid; an expired challenge has to be started again.
        ...(event.kind === 'expired' ? noChallenge : {}),
        signingIn: false,
        status: 'NOT_AUTHENTICATED',
        signedInError: event.error,
        wait: event.wait ?? null,
        advice: event.advice ?? null,
        supportCode: isFirstTypo(state, event) ? null : (event.supportCode ?? null),
        signedInStrategy: event.strategy,
      };
    case 'signInStrategyError':
      // The strategy is the account's method, not the one that was tried (requirements §4 "Sign-in method").
      return {
        ...state,
        ...noToken,
        ...noChallenge,
        signingIn: false,
        status: 'NOT_AUTHENTICATED',
        ...noError,
        signedInError: event.error,
        supportCode: event.supportCode ?? null,
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
        supportCode: event.supportCode ?? null,
      };
    case 'signOut':
      return signedOutState;
  }
}

/** The auth state before the first render: UNKNOWN, then the events that are known at that time. */
export const initialState = (events: readonly AuthEvent[]): AuthState =>
  events.reduce(authReducer, unknownState);
