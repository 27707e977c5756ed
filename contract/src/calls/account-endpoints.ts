/** The calls of password recovery, invitation, signup and mailed links. Loaded with their screens. */
import * as v from 'valibot';

import type { Endpoint } from './endpoint.ts';
import { contextData, email, mailboxProof, signUpProof } from '#fields/fields.ts';
import { handle } from '#fields/handles.ts';
import { companyName, newPassword, passwordConfirmation } from '#fields/new-password.ts';
import { personName } from '#fields/shown-name.ts';
import { invitationFacts, linkKinds, linkStates } from '#pages/links.ts';

export const accountEndpoints = {
  /** A link to choose a new password, by email (spec §7). The answer is the same for every well-formed address. */
  recoverPassword: {
    method: 'POST',
    path: '/auth/v1/users/password/recover',
    audience: 'anyone',
    step: 'password.forgot',
    body: v.object({ email }),
  },
  /**
   * Sets a new password by a mailed link (spec §7). A link that is no longer valid is `invalidLink`, whatever its
   * state.
   */
  resetPassword: {
    method: 'POST',
    path: '/auth/v1/users/password/reset',
    audience: 'anyone',
    step: 'password.reset',
    body: v.object({ email, code: handle, password: newPassword, passwordConfirmation, mailboxProof }),
    refusals: ['invalidLink'],
  },
  /** The first password of an invited account (spec §7); time zone and language are fixed there. */
  acceptInvitation: {
    method: 'POST',
    path: '/auth/v2/users/invitation/accept',
    audience: 'anyone',
    step: 'invitation.confirm',
    body: v.object({
      email,
      confirmationCode: handle,
      password: newPassword,
      passwordConfirmation,
      timezone: v.literal('UTC', 'is_invalid'),
      lang: v.literal('en-US', 'is_invalid'),
      mailboxProof,
    }),
    refusals: ['invalidLink', 'linkExpired'],
  },
  /** Declines an invitation by its link (extension): nobody can accept it, until the company sends it again. */
  declineInvitation: {
    method: 'POST',
    path: '/auth/v2/users/invitation/decline',
    audience: 'anyone',
    body: v.object({ email, confirmationCode: handle }),
    refusals: ['invalidLink', 'linkExpired'],
  },
  /**
   * A new company with its first account, to be confirmed by email (extension). Every address gets the same answer. The
   * password is chosen when the link is confirmed; one that is sent here is ignored.
   */
  signUp: {
    method: 'POST',
    path: '/auth/v2/users/signup',
    audience: 'anyone',
    body: v.object({ email, name: personName, companyName, signUpProof }),
  },
  /**
   * Confirms a signup by the link of its email, with the account's first password (extension). `sameBrowser`: the proof
   * is that of the browser that signed up, which may sign in; any other opens the login (threat C7). `strategy` where a
   * company has claimed the address's domain for single sign-on meanwhile: no account is made.
   */
  confirmSignUp: {
    method: 'POST',
    path: '/auth/v2/users/signup/confirm',
    audience: 'anyone',
    body: v.object({
      email,
      confirmationCode: handle,
      password: newPassword,
      passwordConfirmation,
      mailboxProof,
      signUpProof,
    }),
    answer: v.object({ sameBrowser: v.boolean() }),
    refusals: ['invalidLink', 'linkExpired', 'strategy'],
  },
  /** Confirms by a mailed link that a Google account is the owner's (extension). Links it, and signs nobody in. */
  confirmIdentity: {
    method: 'POST',
    path: '/auth/v2/users/identity/confirm',
    audience: 'anyone',
    body: v.object({ email, confirmationCode: handle }),
    refusals: ['invalidLink', 'linkExpired'],
  },
  /**
   * A link that makes a device known, by email, after the refusal `unknownDevice` (extension). The answer is the same
   * for every well-formed address.
   */
  sendDeviceLink: {
    method: 'POST',
    path: '/auth/v2/users/session/device-link',
    audience: 'anyone',
    body: v.object({ email }),
  },
  /** Makes the device of the risk data known to the account, by a mailed link (extension). */
  confirmDevice: {
    method: 'POST',
    path: '/auth/v2/users/session/device',
    audience: 'anyone',
    body: v.object({ email, code: handle, contextData: v.optional(contextData) }),
    refusals: ['invalidLink', 'linkExpired'],
  },
  /**
   * Disowns a sign-in on a new device by the link of its email (extension): every session ends and the password is
   * removed. Answers with the address of the page where another one is chosen; of an account without a password it is
   * the login page.
   */
  disownSignIn: {
    method: 'POST',
    path: '/auth/v2/users/session/disown',
    audience: 'anyone',
    body: v.object({ email, confirmationCode: handle }),
    answer: v.object({ url: v.string() }),
    refusals: ['invalidLink', 'linkExpired'],
  },
  /** Removes a passkey that was added automatically, by the link of its email (extension). */
  removePasskeyByLink: {
    method: 'POST',
    path: '/auth/v2/users/passkey/remove',
    audience: 'anyone',
    body: v.object({ email, confirmationCode: handle }),
    refusals: ['invalidLink', 'linkExpired'],
  },
  /** The state of a link, before the person types a password (extension). Changes nothing. */
  checkLink: {
    method: 'POST',
    path: '/auth/v2/links/check',
    audience: 'anyone',
    body: v.object({ kind: v.picklist(linkKinds, 'is_invalid'), email, token: handle }),
    answer: v.object({ state: v.picklist(linkStates), invitation: v.optional(invitationFacts) }),
    safe: true,
  },
} as const satisfies Record<string, Endpoint>;
