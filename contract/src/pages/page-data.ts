/**
 * The JSON block `page` of a page that the service renders for one request: the outcome of a posted form, the state of a
 * link, the session (requirements §4 "Fields"). The app renders and hydrates from the same data.
 */
import * as v from 'valibot';

import { invitationFacts, linkPages, linkStates, type LinkPage } from './links.ts';
import { platforms } from '#fields/vocabulary.ts';

/** The forms that work without script, each by the call that it makes. */
export const postableForms = [
  'signInWithPassword',
  'verifyCode',
  'verifyRecoveryCode',
  'verifySetUp',
  'resendCode',
  'recoverPassword',
  'resetPassword',
  'acceptInvitation',
  'declineInvitation',
  'signUp',
  'confirmSignUp',
  'confirmIdentity',
  'sendDeviceLink',
  'confirmDevice',
  'disownSignIn',
  'removePasskeyByLink',
  // Posted by Google's page, to a browser without script.
  'signInWithGoogle',
  'startSso',
] as const;
export type PostableForm = (typeof postableForms)[number];

/** A form that was posted without script, and what its call came to. */
const posted = v.object({
  form: v.picklist(postableForms),
  /** What was typed, to be shown again; never a password or a code. */
  values: v.record(v.string(), v.string()),
  outcome: v.variant('ok', [
    v.object({ ok: v.literal(true), answer: v.unknown() }),
    v.object({
      ok: v.literal(false),
      status: v.number(),
      retryAfter: v.nullable(v.string()),
      body: v.unknown(),
    }),
  ]),
});
export type Posted = v.InferOutput<typeof posted>;

export const pageData = v.object({
  /** The mailed link that opened the page, and its state at that time. */
  link: v.optional(
    v.object({
      page: v.picklist(Object.keys(linkPages) as LinkPage[]),
      email: v.string(),
      token: v.string(),
      state: v.picklist(linkStates),
      invitation: v.optional(invitationFacts),
    }),
  ),
  posted: v.optional(posted),
  /** The session that the visitor's cookies hold, checked by the service: for the success page. */
  signedIn: v.optional(
    v.object({
      email: v.string(),
      platform: v.optional(v.picklist(platforms)),
      /** The claim, as it is in the token. */
      roles: v.optional(v.string()),
    }),
  ),
  /** The pages that confirm and cancel an email-address change: the token, and the address that it changes to. */
  emailChange: v.optional(v.object({ token: v.string(), newEmail: v.string() })),
});
export type PageData = v.InferOutput<typeof pageData>;
