/** The links of mails: found in the mail, opened as a person opens them, and gone from wherever a link is kept. */
import { expect, type Page } from '@playwright/test';

import { emailChangeCancelPath, emailChangePath } from '@app/contract/calls/endpoints.ts';

import type { Mail } from '#product/mailbox.ts';
import type { Watch } from './monitor.ts';

export interface MailedLink {
  readonly address: string;
  readonly token: string;
}

/** The pages that a link can open, and the name of its token in the address (requirements §4 "Links in mails"). */
const tokenNames = {
  '/password/reset': 'code',
  '/password/new': 'code',
  '/users/confirmation': 'confirmation_token',
  '/signup/confirm': 'code',
  '/users/identity': 'code',
  '/login/device': 'code',
  [emailChangePath]: 'token',
  [emailChangeCancelPath]: 'token',
} as const;
export type LinkPage = keyof typeof tokenNames;

/** The link of a mail to a page of ours. The text and the HTML must have the very same one. */
export function linkIn({ text, html }: Mail, page: LinkPage): MailedLink {
  const found = [...text.matchAll(/https?:\/\/\S+/g)].map(([address]) => address.replace(/[.,)]+$/, ''));
  const address = found.find((one) => new URL(one).pathname === page);
  const token = new URL(address ?? 'none:').searchParams.get(tokenNames[page]);
  if (address === undefined || token === null) throw new Error(`No link to ${page} in this mail:\n${text}`);
  expect(html.replaceAll('&amp;', '&'), 'the link of the HTML').toContain(`href="${address}"`);
  return { address, token };
}

/** Opens a link as a person who clicks it in a mail does, and waits until it is out of sight and the page is alive. */
export async function openLink(page: Page, link: string, watched: Watch): Promise<void> {
  watched.mayOpen(link);
  await page.goto(link);
  await expectGone(page, link);
  await expectAlive(page);
}

/** Waits until the script has taken a page over: it alone puts the focus where the screen begins. */
export async function expectAlive(page: Page): Promise<void> {
  const focused = () => page.evaluate(() => document.activeElement !== document.body);
  await expect.poll(focused, { message: 'the focus at the beginning', intervals: [20] }).toBe(true);
}

/**
 * That nothing of a link is left where somebody could find it: neither in the address bar, nor in any entry of the
 * tab's history, nor in what the next page would be told. The watch looks after every later address and request.
 */
export async function expectGone(page: Page, link: string): Promise<void> {
  const { searchParams } = new URL(link);
  const secrets = [...Object.values(tokenNames), 'email'].flatMap((name) => searchParams.get(name) ?? []);
  const places = () =>
    page.evaluate(() => [
      location.href,
      document.referrer,
      JSON.stringify(history.state),
      // Every entry of this tab that is ours, with its address.
      ...(window as unknown as { navigation: { entries(): { url: string }[] } }).navigation
        .entries()
        .map(({ url }) => url),
    ]);
  const left = async () =>
    (await places()).filter((place) => secrets.some((one) => decoded(place).includes(one)));
  await expect.poll(left, { message: 'where a link is left', intervals: [20] }).toEqual([]);
}

const decoded = (address: string): string => {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
};

/** A link whose token is another: well-formed, and of nobody. */
export function tampered(link: string): string {
  const address = new URL(link);
  const name = Object.values(tokenNames).find((one) => address.searchParams.has(one)) ?? '';
  const token = address.searchParams.get(name) ?? '';
  address.searchParams.set(name, `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`);
  return address.href;
}
