/** Finds the link in an email, opens it, and checks that its token leaves the address and the history. */
import { expect, type Page } from '@playwright/test';

import { emailChangeCancelPath, emailChangePath } from '@app/contract/calls/endpoints.ts';

import type { Mail } from '#product/mailbox.ts';
import type { Monitor } from './monitor.ts';

export interface MailedLink {
  readonly address: string;
  readonly token: string;
}

/** Each page that a link opens, with the name of its token in the query (requirements §4 "Links in mails"). */
const tokenNames = {
  '/password/reset': 'code',
  '/password/new': 'code',
  '/users/confirmation': 'confirmation_token',
  '/signup/confirm': 'code',
  '/users/identity': 'code',
  '/login/device': 'code',
  '/login/not-you': 'code',
  '/users/passkey': 'code',
  [emailChangePath]: 'token',
  [emailChangeCancelPath]: 'token',
} as const;
export type LinkPage = keyof typeof tokenNames;

/** Returns the link to a page from an email. Fails unless the text and the HTML have the same link. */
export function linkIn({ text, html }: Mail, page: LinkPage): MailedLink {
  const found = [...text.matchAll(/https?:\/\/\S+/g)].map(([address]) => address.replace(/[.,)]+$/, ''));
  const address = found.find((one) => new URL(one).pathname === page);
  const token = new URL(address ?? 'none:').searchParams.get(tokenNames[page]);
  if (address === undefined || token === null) throw new Error(`No link to ${page} in this mail:\n${text}`);
  expect(html.replaceAll('&amp;', '&'), 'the link of the HTML').toContain(`href="${address}"`);
  return { address, token };
}

/** Opens a link as from an email, and waits until its token has left the address and the page is hydrated. */
export async function openLink(page: Page, link: string, monitor: Monitor): Promise<void> {
  monitor.mayOpen(link);
  await page.goto(link);
  await expectLinkGone(page, link);
  await expectInitialFocus(page);
}

/** Waits until the page is hydrated: only the script moves the focus to the beginning of the screen. */
export async function expectInitialFocus(page: Page): Promise<void> {
  const focused = () => page.evaluate(() => document.activeElement !== document.body);
  await expect.poll(focused, { message: 'the focus at the beginning', intervals: [20] }).toBe(true);
}

/**
 * Expects that a link's secrets are not in the address bar, in an entry of the tab's history or in the referrer. The
 * monitor checks every later address and request.
 */
export async function expectLinkGone(page: Page, link: string): Promise<void> {
  const { searchParams } = new URL(link);
  const secrets = [...Object.values(tokenNames), 'email'].flatMap((name) => searchParams.get(name) ?? []);
  const addresses = () =>
    page.evaluate(() => [
      location.href,
      document.referrer,
      JSON.stringify(history.state),
      // The address of each history entry of this tab with our origin. WebKitGTK does not tell.
      ...((window as unknown as { navigation?: { entries(): { url: string }[] } }).navigation
        ?.entries()
        .map(({ url }) => url) ?? []),
    ]);
  const left = async () =>
    (await addresses()).filter((address) => secrets.some((one) => decoded(address).includes(one)));
  await expect.poll(left, { message: 'addresses that still have the link', intervals: [20] }).toEqual([]);
}

const decoded = (address: string): string => {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
};

/** Returns the link with a changed token, which is well-formed and unknown. */
export function tampered(link: string): string {
  const address = new URL(link);
  const name = Object.values(tokenNames).find((one) => address.searchParams.has(one)) ?? '';
  const token = address.searchParams.get(name) ?? '';
  address.searchParams.set(name, `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`);
  return address.href;
}
