/** Reads the emails that the product sent, from the mailbox of a started product. */
import { expect } from '@playwright/test';

import * as limits from '@app/contract/fields/limits.ts';

export interface Mail {
  readonly id: string | number;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly date: string;
}

/** Each test has a new browser, so any sign-in may send this email, and no test that counts or reads others expects it. */
const isOfNewDevice = ({ text }: Mail): boolean => text.includes('/login/not-you?');

export interface Mailbox {
  /** All emails to an address since the test began, newest first, but those about a new device. */
  mails(to: string): Promise<Mail[]>;
  /** Waits for and returns the newest email to an address about a new device. */
  newDevice(to: string): Promise<Mail>;
  /** Waits for and returns the next mail to an address that this test has not read. */
  next(to: string): Promise<Mail>;
  /** Returns the code in the next mail. */
  nextCode(to: string): Promise<string>;
  /** Treats all emails to an address so far as read. */
  skip(to: string): Promise<void>;
  /** Forgets all earlier emails. Called between tests. */
  clear(): Promise<void>;
}

/** Reads the mailbox of the product at `url`. */
export function createMailbox(url: string): Mailbox {
  const old = new Set<Mail['id']>();
  const read = new Set<Mail['id']>();

  async function all(to?: string): Promise<Mail[]> {
    const query = to === undefined ? '' : `?to=${encodeURIComponent(to)}`;
    const answer = await fetch(`${url}/mailbox/messages${query}`);
    if (!answer.ok) throw new Error(`The mailbox answered ${answer.status}`);
    return (await answer.json()) as Mail[];
  }
  async function mails(to: string): Promise<Mail[]> {
    return (await all(to)).filter((mail) => !old.has(mail.id) && !isOfNewDevice(mail));
  }
  async function waitFor(to: string, find: () => Promise<Mail | undefined>): Promise<Mail> {
    let mail: Mail | undefined;
    await expect
      .poll(async () => (mail = await find()) !== undefined, {
        message: `a mail to ${to}`,
        intervals: [50],
        timeout: 60_000,
      })
      .toBe(true);
    if (mail === undefined) throw new Error(`no mail to ${to}`);
    read.add(mail.id);
    return mail;
  }
  const next = (to: string): Promise<Mail> =>
    waitFor(to, async () => (await mails(to)).findLast(({ id }) => !read.has(id)));
  return {
    mails,
    newDevice: (to) => waitFor(to, async () => (await all(to)).find(isOfNewDevice)),
    next,
    nextCode: async (to) => codeIn((await next(to)).text),
    skip: async (to) => {
      for (const { id } of await mails(to)) read.add(id);
    },
    clear: async () => {
      for (const { id } of await all()) old.add(id);
    },
  };
}

/** Returns the login code in an email's text, without its space. */
export function codeIn(text: string): string {
  const half = limits.codeDigits / 2;
  const digits = new RegExp(`(?<![0-9])[0-9]{${half}}[ \\u00a0-]?[0-9]{${half}}(?![0-9])`).exec(text)?.[0];
  if (digits === undefined) throw new Error(`No code in this mail:\n${text}`);
  return digits.replace(/\D/g, '');
}

/** Returns a well-formed code that is not the right one. */
export function wrongCode(right: string): string {
  return String((Number(right) + 1) % 10 ** limits.codeDigits).padStart(limits.codeDigits, '0');
}
