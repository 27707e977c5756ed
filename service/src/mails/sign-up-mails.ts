/** The emails to an address that signed up. */
import type { Language } from '@app/contract/fields/vocabulary.ts';

import type { Deps } from '#deps.ts';
import type { Account } from '#store/accounts/accounts.ts';
import type { NewMail } from '#store/outbox.ts';

import { linkMail, type MailedLink, notice, type Recipient } from './new-mail.ts';

/** The link that confirms a signup, to the address that signed up. Values: `company`, `url`. */
export const signUpMail = (
  signUp: { readonly email: string; readonly language: Language; readonly companyName: string },
  link: MailedLink,
  deps: Deps,
  now: number,
): NewMail =>
  linkMail({ kind: 'signUp', to: signUp, values: { company: signUp.companyName }, link }, deps, now);

/** Someone signed up with the address of an account. Values: `name`. */
export const signUpExistingMail = (account: Account, callId: string, deps: Deps, now: number): NewMail =>
  notice({ kind: 'signUpExisting', to: account, values: { name: account.name }, id: callId }, deps, now);

/** A signup with an address in a domain that a company claimed for single sign-on. No values. */
export const signUpClaimedMail = (to: Recipient, callId: string, deps: Deps, now: number): NewMail =>
  notice({ kind: 'signUpClaimed', to, values: {}, id: callId }, deps, now);
