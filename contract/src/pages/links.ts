/** Mailed links (requirements §4 "Links in mails"): kinds, states and addresses. */
import * as v from 'valibot';

import { pages, type PagePath, type PagesWith } from './pages.ts';

/** The pages of an email-address change have no entry among the kinds: `checkLink` does not know their tokens. */
type NotChecked = 'emailChange';

/** The kind of a mailed link, as the table of pages has it. */
export type LinkKind = Exclude<(typeof pages)[PagesWith<{ link: string }>]['link'], NotChecked>;

/**
 * What a link opens: the name of its token in the query, and the form of its pages. `reset` is also the link of an
 * account whose admin asked for a new password; it only opens another page. `identity` confirms that a Google account
 * is its owner's; `device` makes the browser that opens it known to its account;
 * `newDevice` disowns a sign-in on a device that was not known; `passkey` removes one that was added automatically.
 */
const links = {
  reset: { token: 'code', form: 'resetPassword' },
  invitation: { token: 'confirmation_token', form: 'acceptInvitation' },
  signup: { token: 'code', form: 'confirmSignUp' },
  identity: { token: 'code', form: 'confirmIdentity' },
  device: { token: 'code', form: 'confirmDevice' },
  newDevice: { token: 'code', form: 'disownSignIn' },
  passkey: { token: 'code', form: 'removePasskeyByLink' },
} as const satisfies Record<LinkKind, { token: string; form: string }>;

export const linkKinds = /* @__PURE__ */ Object.keys(links) as LinkKind[];

/** `cancelled`: another link, a changed password or an admin replaced it before it was used. */
export const linkStates = ['valid', 'expired', 'used', 'cancelled', 'unknown'] as const;
export type LinkState = (typeof linkStates)[number];

/** What the holder of a valid invitation reads before a password is chosen. */
export const invitationFacts = v.object({
  company: v.string(),
  /** The admin who sent it. */
  inviter: v.optional(v.string()),
  /** Other companies whose invitations of the address are open. */
  others: v.array(v.string()),
});
export type InvitationFacts = v.InferOutput<typeof invitationFacts>;

/** A page that a link of one of the kinds opens. */
export type LinkPage = PagesWith<{ link: LinkKind }>;

type LinkPages = {
  readonly [Path in LinkPage]: {
    readonly kind: LinkKind;
  } & (typeof links)[(typeof pages)[Path]['link']];
};

/** The pages that a link can open: the link's kind, the name of its token in the query, and the page's form. */
export const linkPages = /* @__PURE__ */ readLinkPages();

function readLinkPages(): LinkPages {
  const found = Object.entries(pages).flatMap(([path, page]) =>
    'link' in page && page.link in links
      ? [[path, { kind: page.link, ...links[page.link as LinkKind] }] as const]
      : [],
  );
  return Object.fromEntries(found) as unknown as LinkPages;
}

/** The address of an email's link. @param publicUrl the app's own address, from configuration only */
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
export const emailChangePath = '/auth/v1/users/email-change' satisfies PagePath;

/** The page by which the old address cancels the change (extension), of the same make. */
export const emailChangeCancelPath = '/auth/v1/users/email-change/cancel' satisfies PagePath;

/**
 * What an action came to (spec §2, spec §8; requirements §4 "Action result"), as `/action_result?result=` has it. Ours
 * (extension) are `cancelled`, for a change that can no longer be confirmed, and `too_late`, for one that can no longer
 * be cancelled.
 */
export const actionResults = ['success', 'code_expired', 'ttl', 'cancelled', 'too_late', 'unknown'] as const;
export type ActionResult = (typeof actionResults)[number];
