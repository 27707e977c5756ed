/**
 * The link of a mail on its way from the address to its use (requirements §4 "Links in mails"): out of the address bar
 * at once, so that no history, screenshot or other script sees it, and kept for a reload of this tab until it is used.
 */
import { accountEndpoints } from '@app/contract/calls/account-endpoints.ts';
import {
  emailChangeCancelPath,
  emailChangePath,
  linkPages,
  linkStates,
  type LinkPage,
  type LinkState,
} from '@app/contract/pages/links.ts';
import type { PageData } from '@app/contract/pages/page-data.ts';
import type { Failure } from '@app/session/calls/failure.ts';
import { randomId } from '@app/session/calls/random-id.ts';
import * as v from 'valibot';

import type { AuthDeps } from '#auth/auth-deps.ts';

/** A link that is open in this tab. `state`: what had become of it when the service drew the page. */
export interface MailedLink {
  readonly page: LinkPage;
  readonly email: string;
  readonly token: string;
  readonly state?: LinkState | undefined;
  /** Goes out with the use of the link, and with the sign-in that follows (`mailbox-proof.ts`). */
  readonly proof?: string | undefined;
}

/** In session storage: this tab alone, and over with it. */
const storageKey = 'link_in_hand';
const pages = Object.keys(linkPages) as LinkPage[];
const stored = v.object({
  page: v.picklist(pages),
  email: v.string(),
  token: v.string(),
  state: v.optional(v.picklist(linkStates)),
  proof: v.optional(v.string()),
});

/** The last text read from storage and what it says: React compares by identity. */
let last: { text: string; link: MailedLink | undefined } | undefined;
/** Takes the place of a storage that the browser withholds; a reload then needs the mail again. */
let withheld: string | undefined;

/**
 * Takes the link out of the address, before anything is drawn and before any other script runs. Everything else in the
 * address stays. A link that came only in part is none, and an older one does not take its place.
 *
 * @param drawn the link that the service drew this page with
 */
export function takeLinkFromAddress(drawn?: PageData['link']): void {
  const address = new URL(location.href);
  const path = address.pathname.replace(/(?<=.)\/+$/, '');
  const page = pages.find((each) => each === path);
  const isEmailChange = path === emailChangePath || path === emailChangeCancelPath;
  const names = page ? ['email', linkPages[page].token] : isEmailChange ? ['token'] : [];
  const [email, token] = names.map((name) => address.searchParams.get(name));
  const present = names.filter((name) => address.searchParams.has(name));

  if (present.length > 0) {
    for (const name of present) address.searchParams.delete(name);
    history.replaceState(history.state, '', address);
  }
  if (!page) return;
  if (drawn?.page === page) keep(drawn);
  else if (email && token) keep({ page, email, token });
  else if (present.length > 0) clearStoredLink();
}

/** The link that is open in this tab, if it belongs to this page; the same object as long as it is the same link. */
export function storedLink(page: LinkPage): MailedLink | undefined {
  const text = read();
  if (text === undefined) return undefined;
  if (last?.text !== text) last = { text, link: parsed(text) };
  return last.link?.page === page ? last.link : undefined;
}

/** Once it is used there is nothing left to keep. */
export function clearStoredLink(): void {
  withheld = undefined;
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Withheld: nothing was kept.
  }
}

/** What has become of a link, before anybody types a password. A token that cannot be one at all is unknown. */
export async function checkLink(
  deps: AuthDeps,
  { page, email, token }: MailedLink,
): Promise<{ readonly state: LinkState } | { readonly failure: Failure }> {
  const outcome = await deps.client.call(accountEndpoints.checkLink, {
    kind: linkPages[page].kind,
    email,
    token,
  });
  if (outcome.ok) return outcome.answer;
  return outcome.failure.kind === 'invalid' ? { state: 'unknown' } : { failure: outcome.failure };
}

function keep(link: MailedLink): void {
  const before = storedLink(link.page);
  const proof = before?.token === link.token ? before.proof : undefined;
  const text = JSON.stringify({ ...link, proof: proof ?? randomId() });
  try {
    sessionStorage.setItem(storageKey, text);
  } catch {
    withheld = text;
  }
}

function read(): string | undefined {
  try {
    return withheld ?? sessionStorage.getItem(storageKey) ?? undefined;
  } catch {
    return undefined;
  }
}

function parsed(text: string): MailedLink | undefined {
  try {
    const link = v.safeParse(stored, JSON.parse(text));
    return link.success ? link.output : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a call was refused for its link: because of what became of it, or because it is none. */
export function isAboutLink(failure: Failure): boolean {
  if (failure.kind === 'invalidLink' || failure.kind === 'linkExpired') return true;
  if (failure.kind !== 'invalid') return false;
  return ['email', 'code', 'confirmationCode'].some((field) => failure.fields[field]?.length);
}
