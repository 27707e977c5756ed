/**
 * Links in mails (requirements §4 "Links in mails"): their kinds, what can have become of one, and their addresses in
 * the app.
 */

/**
 * `reset` is also the link of an account whose admin asked for a new password; it only opens another page. `identity`
 * confirms that a Google account is its owner's; `device` makes the browser that opens it known to its account.
 */
export const linkKinds = ['reset', 'invitation', 'signup', 'identity', 'device'] as const;
export type LinkKind = (typeof linkKinds)[number];

/** `cancelled`: another link, a changed password or an admin took its place before it was used. */
export const linkStates = ['valid', 'expired', 'used', 'cancelled', 'unknown'] as const;
export type LinkState = (typeof linkStates)[number];

/** The pages that a link can open: the link's kind, and the name of its token in the query. */
export const linkPages = {
  '/password/reset': { kind: 'reset', token: 'code' },
  '/password/new': { kind: 'reset', token: 'code' },
  '/users/confirmation': { kind: 'invitation', token: 'confirmation_token' },
  '/signup/confirm': { kind: 'signup', token: 'code' },
  '/users/identity': { kind: 'identity', token: 'code' },
  '/login/device': { kind: 'device', token: 'code' },
} as const satisfies Record<`/${string}`, { kind: LinkKind; token: string }>;
export type LinkPage = keyof typeof linkPages;

/** The address of a mail's link. @param publicUrl the app's own address, from configuration only */
export function linkAddress(publicUrl: string, page: LinkPage, email: string, token: string): string {
  const address = new URL(page, publicUrl);
  address.searchParams.set('email', email);
  address.searchParams.set(linkPages[page].token, token);
  return address.href;
}

/**
 * The pages of an email-address change (extension): a GET that changes nothing, with one button that posts the token
 * as a form. No JSON, so no entry in `endpoints`.
 */
export const emailChangePath = '/auth/v1/users/email-change';

/** The page by which the old address cancels the change (extension), of the same make. */
export const emailChangeCancelPath = '/auth/v1/users/email-change/cancel';

/**
 * What an action came to (spec §2, spec §8; requirements §4 "Action result"), as `/action_result?result=` has it. Ours
 * (extension) are `cancelled`, for a change that can no longer be confirmed, and `too_late`, for one that can no longer
 * be cancelled.
 */
export const actionResults = ['success', 'code_expired', 'ttl', 'cancelled', 'too_late', 'unknown'] as const;
export type ActionResult = (typeof actionResults)[number];
