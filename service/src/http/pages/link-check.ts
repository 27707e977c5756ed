/** Checks the state of a mailed link when its page is opened (requirements §4 "Links in mails"). Changes nothing. */
import type { FastifyRequest } from 'fastify';
import { linkPages, type LinkPage } from '@app/contract/pages/links.ts';
import { linkOfQuery } from '@app/contract/pages/mailed-query.ts';
import type { PageData } from '@app/contract/pages/page-data.ts';

import { Refusal } from '#refusal.ts';

import { searchOf } from '#http/request/request-address.ts';
import type { Caller } from '#http/calls/routes.ts';

export type Link = { readonly page: LinkPage; readonly email: string; readonly token: string };

/** The link that the address at hand holds; undefined when a part of it is missing. */
export function linkOfAddress(page: LinkPage, url: string): Link | undefined {
  const { email, token } = linkOfQuery(page, searchOf(url));
  return email && token ? { page, email, token } : undefined;
}

/**
 * The link with its state, by the same call that the app makes, so that the same limits hold. Undefined where a limit
 * is reached: the app then asks for itself and finds the words.
 */
export async function checkedLink(
  link: Link,
  request: FastifyRequest,
  caller: Caller,
): Promise<PageData['link']> {
  const { endpoint } = request;
  const { page, email, token } = link;
  try {
    const asked = { kind: linkPages[page].kind, email, token };
    return { page, email, token, ...(await caller.make('checkLink', asked, request)) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // An address or a token that cannot be one: no email of ours has such a link.
    if (error.refusal === 'invalid') return { page, email, token, state: 'unknown' };
    if (error.refusal === 'rateLimited') return undefined;
    throw error;
  } finally {
    // The log tells of the form that was posted, not of the look at its link.
    request.endpoint = endpoint ?? request.endpoint;
  }
}

/**
 * The link of a form that was refused with `status`. A check that cannot be made (a limit, a lost database) leaves the
 * form standing with the words of its refusal, and its next post tells.
 */
export async function linkAfterPost(
  link: Link,
  status: number,
  request: FastifyRequest,
  caller: Caller,
): Promise<PageData['link']> {
  const unchecked = { ...link, state: 'valid' as const };
  // Nobody waits for a lost database twice (threat E1).
  if (status >= 500) return unchecked;
  return (await checkedLink(link, request, caller).catch(() => undefined)) ?? unchecked;
}
