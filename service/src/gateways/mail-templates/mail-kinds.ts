/** The kinds of email and the values that each text needs. */
import type { Strategy } from '@app/contract/fields/vocabulary.ts';

/** What was done to the factors of an account. */
export type FactorChange =
  | 'authenticatorAdded'
  | 'authenticatorRemoved'
  | 'recoveryCodesMade'
  | 'recoveryCodeUsed'
  | 'factorsRemoved'
  | 'temporaryPassGiven';

/**
 * `name` is the person's; without it the greeting has no name. `supportCode` is that of the refusal that caused the
 * email.
 */
export interface MailValues {
  loginCode: {
    readonly code: string;
    /** When it was asked for, in milliseconds since the epoch. Missing in an email of the release before. */
    readonly askedAt?: string;
    /** The browser and the system that asked, such as `Chrome, Windows`. */
    readonly device?: string;
    /** What signed in; missing: a password. */
    readonly by?: Exclude<Strategy, 'password'>;
    readonly name?: string;
  };
  refreshReuse: { readonly name?: string };
  signInMethod: { readonly method: Strategy; readonly supportCode?: string; readonly name?: string };
  recoveryMethod: { readonly method: Strategy; readonly name?: string };
  passwordReset: { readonly url: string; readonly name?: string };
  newPassword: { readonly url: string; readonly name?: string };
  choosePassword: { readonly url: string; readonly name?: string };
  /** Changed in a session, which continues; without `by` by a mailed link, which ends every session. */
  passwordChanged: { readonly by?: 'session'; readonly name?: string };
  breachedPassword: { readonly name?: string };
  /** `url`: of the link that removes it, where the browser has added it automatically. */
  passkeyAdded: { readonly passkey: string; readonly url?: string; readonly name?: string };
  passkeyRemoved: { readonly passkey: string; readonly name?: string };
  /** `left`: unused recovery codes. */
  factorChanged: {
    readonly change: FactorChange;
    readonly left?: string;
    /** What signs in; missing: a password. */
    readonly by?: Exclude<Strategy, 'password'>;
    readonly name?: string;
  };
  /** `from`: when the company begins to require a factor, in milliseconds since the epoch. */
  factorRequired: { readonly from: string; readonly company: string; readonly name?: string };
  /** To the admins: `by` removed the factors of `person`; both are addresses. */
  factorsRemoved: { readonly person: string; readonly by: string; readonly name?: string };
  /** The same of a temporary pass for `person`. */
  temporaryPassGiven: { readonly person: string; readonly by: string; readonly name?: string };
  wrongCodes: { readonly url: string; readonly supportCode?: string; readonly name?: string };
  identityLink: { readonly url: string; readonly supportCode?: string; readonly name?: string };
  deviceLink: { readonly url: string; readonly supportCode?: string; readonly name?: string };
  newDevice: {
    readonly url: string;
    /** When it signed in, in milliseconds since the epoch. */
    readonly askedAt: string;
    /** The network, as the person's list of sessions shows it. */
    readonly client: string;
    /** The browser and the system, such as `Chrome, Windows`; empty: not known. */
    readonly device: string;
    /** What signed in; missing: the password. */
    readonly by?: 'passkey' | 'google' | 'saml';
    readonly name?: string;
  };
  invitation: {
    readonly url: string;
    readonly company: string;
    readonly inviter?: string;
    readonly name?: string;
  };
  methodInvitation: {
    /** `taken`: an account of another company holds the address, so nobody can log in by the invitation. */
    readonly method: Strategy | 'taken';
    readonly company: string;
    readonly inviter?: string;
    readonly name?: string;
  };
  signUp: { readonly url: string; readonly company: string; readonly name?: string };
  signUpExisting: { readonly name?: string };
  signUpClaimed: { readonly name?: string };
  emailChange: { readonly url: string; readonly newEmail: string; readonly name?: string };
  emailChangeAsked: { readonly url: string; readonly newEmail: string; readonly name?: string };
  emailChanged: { readonly newEmail: string; readonly name?: string };
  domainLost: { readonly domain: string; readonly url: string; readonly name?: string };
  domainTakenOver: { readonly domain: string; readonly url: string; readonly name?: string };
}

export type MailToCompose = {
  readonly [Kind in keyof MailValues]: { readonly kind: Kind; readonly values: MailValues[Kind] };
}[keyof MailValues];
