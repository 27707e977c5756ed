/**
 * Removes a mailed link from the address bar at the start (requirements §4 "Links in mails"), so that no history,
 * screenshot or other script sees it, and stores it in this tab for a reload until it is used.
 */
import {
  emailChangeCancelPath,
  emailChangePath,
  linkPages,
  linkStates,
  type LinkPage,
  type LinkState,
} from '@app/contract/pages/links.ts';
import { linkOfQuery, mailedQuery } from '@app/contract/pages/mailed-query.ts';
import type { PageData } from '@app/contract/pages/page-data.ts';
import { randomId } from '@app/session/calls/client.ts';
import * as v from 'valibot';

/** The mailed link that is open in this tab. `state`: as it was when the service rendered the page. */
export interface MailedLink {
  readonly page: LinkPage;
  readonly email: string;
  readonly token: string;
  readonly state?: LinkState | undefined;
  /** Sent when the link is used, and with the sign-in that follows (`mailbox-proof.ts`). */
  readonly proof?: string | undefined;
}

/** In session storage, so only for this tab. */
const storageKey = 'link_in_hand';
const pages = Object.keys(linkPages) as LinkPage[];
const stored = v.object({
  page: v.picklist(pages),
  email: v.string(),
  token: v.string(),
  state: v.optional(v.picklist(linkStates)),
  proof: v.optional(v.string()),
});

/** What the page remembers of the link (`auth-deps.ts`). */
export interface LinkMemory {
  /** The link last read from storage: the same object, because React compares by identity. */
  readLink?: { readonly text: string; readonly link: MailedLink | undefined } | undefined;
  /** The text to store, in a browser that blocks storage; a reload then needs the email again. */
  withheldLink?: string | undefined;
}

/**
 * Removes the link from the address before the first render. The rest of the address stays. An incomplete link is
 * ignored, and an older stored one is then removed.
 *
 * @param rendered the link that the service rendered this page with
 */
export function takeLinkFromAddress(memory: LinkMemory, rendered?: PageData['link']): void {
  const address = new URL(location.href);
  const path = address.pathname.replace(/(.)\/+$/, '$1');
  const page = pages.find((each) => each === path);
  const isEmailChange = path === emailChangePath || path === emailChangeCancelPath;
  const names = page ? ['email', linkPages[page].token] : isEmailChange ? ['token'] : [];
  const query = mailedQuery(address.search);
  const present = names.filter((name) => query.has(name));
  const { email, token } = page ? linkOfQuery(page, address.search) : { email: '', token: '' };

  if (present.length > 0) {
    for (const name of present) query.delete(name);
    address.search = query.toString();
    history.replaceState(history.state, '', address);
  }
  if (!page) return;
  if (rendered?.page === page) store(memory, rendered);
  else if (email && token) store(memory, { page, email, token });
  else if (present.length > 0) clearStoredLink(memory);
}

/** The link that is open in this tab, if it belongs to this page; the same object as long as it is the same link. */
export function storedLink(memory: LinkMemory, page: LinkPage): MailedLink | undefined {
  const text = read(memory);
  if (text === undefined) return undefined;
  if (memory.readLink?.text !== text) memory.readLink = { text, link: parsed(text) };
  const { link } = memory.readLink;
  return link?.page === page ? link : undefined;
}

/** Removes the link once it is used. */
export function clearStoredLink(memory: LinkMemory): void {
  memory.withheldLink = undefined;
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Storage is blocked: the link was not stored.
  }
}

/** Stores a link that an answer gave, for its page. */
export function storeLink(memory: LinkMemory, page: LinkPage, url: string): void {
  store(memory, { page, ...linkOfQuery(page, new URL(url).search) });
}

function store(memory: LinkMemory, link: MailedLink): void {
  const before = storedLink(memory, link.page);
  const proof = before?.token === link.token ? before.proof : undefined;
  const text = JSON.stringify({ ...link, proof: proof ?? randomId() });
  try {
    sessionStorage.setItem(storageKey, text);
  } catch {
    memory.withheldLink = text;
  }
}

function read({ withheldLink }: LinkMemory): string | undefined {
  try {
    return withheldLink ?? sessionStorage.getItem(storageKey) ?? undefined;
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
