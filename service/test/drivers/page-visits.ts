/** Opens, posts to and reads pages as a browser without script does, for tests. */
import { type PageData, pageData } from '@app/contract/pages/page-data.ts';
import { formKeyField, postedFormId } from '@app/contract/pages/posted-form.ts';
import { expect } from 'vitest';
import * as v from 'valibot';
import { challengeAnswer } from '@app/contract/calls/wire-names.ts';

import type { Deps } from '#deps.ts';

import type { TestApp } from '#test/setup/test-app.ts';
import { mailsTo } from '#test/setup/test-deps.ts';

export type Answer = Awaited<ReturnType<typeof visit>>;

const browser = { accept: 'text/html,application/xhtml+xml', 'sec-fetch-site': 'same-origin' };

/** Opens a page by its address. */
export const visit = (
  { app }: TestApp,
  url: string,
  headers: Record<string, string> = {},
  options: { method?: 'GET' | 'HEAD'; remoteAddress?: string } = {},
) => app.inject({ method: 'GET', url, headers: { ...browser, ...headers }, ...options });

/** Posts a form of ours to an address. */
export const postForm = (
  { app }: TestApp,
  url: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
  remoteAddress = '192.0.2.1',
) =>
  app.inject({
    method: 'POST',
    url,
    payload: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...browser, ...headers },
    remoteAddress,
  });

/** A JSON block of a page; undefined if the page has none. */
export function block(html: string, id: string): unknown {
  const text = new RegExp(`<script type="application/json" id="${id}">(.*?)</script>`, 's').exec(html)?.[1];
  return text === undefined ? undefined : JSON.parse(text);
}

/** The input of the test build's renderer. */
export function renderedFrom(html: string): {
  path: string;
  search: string;
  language: string;
  page: PageData;
} {
  const text = /<pre id="given">(.*?)<\/pre>/s.exec(html)?.[1];
  if (text === undefined) throw new Error(`no drawn page: ${html.slice(0, 400)}`);
  return JSON.parse(text.replace(/&#(\d+);/g, (_all, sign: string) => String.fromCharCode(Number(sign))));
}

/** The key in the hidden field of a page's form (`service/src/http/forms/form-key.ts`); undefined if the page has none. */
export const formKeyIn = (html: string): string | undefined =>
  new RegExp(`<input type="hidden" form="${postedFormId}" name="${formKeyField}" value="([^"]*)">`).exec(
    html,
  )?.[1];

/** The cookies that an answer sets, by name, with their attributes; deletions apart. */
export function cookiesSet(answer: Answer): { set: Map<string, string>; deleted: string[] } {
  const lines = [answer.headers['set-cookie'] ?? []].flat();
  const isDeletion = (line: string): boolean => line.includes('; Max-Age=0');
  return {
    set: new Map(
      lines.filter((line) => !isDeletion(line)).map((line) => [line.split('=')[0] ?? '', line] as const),
    ),
    deleted: lines.filter(isDeletion),
  };
}

/** The `Cookie` header of a browser that stored an answer's cookies. */
export const cookieHeader = (answer: Answer): string =>
  [...cookiesSet(answer).set.values()].map((line) => line.split(';')[0]).join('; ');

/** The address of the link in the newest mail of a kind: its path with its query. */
export async function linkTo(deps: Deps, email: string, kind: string): Promise<string> {
  const url = (await mailsTo(deps, email)).findLast((mail) => mail.kind === kind)?.values?.['url'];
  if (url === undefined) throw new Error(`no ${kind} was mailed to ${email}`);
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** The rendered page's data, after a check that the page and the app's start data are equal. */
export function rendered(answer: Answer) {
  const given = renderedFrom(answer.body);
  expect(block(answer.body, 'page')).toEqual(given.page);
  expect(v.safeParse(pageData, given.page).issues).toBeUndefined();
  return { ...given, status: answer.statusCode };
}

/** The outcome of a refused call. */
export const refused = (status: number, name: string, more: object = {}) => ({
  ok: false,
  status,
  body: { error: { name } },
  ...more,
});

export const redirected = (answer: Answer) => ({
  status: answer.statusCode,
  to: answer.headers['location'],
});

const codeStep = v.object({
  posted: v.object({
    outcome: v.object({ answer: challengeAnswer }),
  }),
});

/** The session handle of the code step that a page opens. */
export const sessionIn = (page: PageData): string =>
  v.parse(codeStep, page).posted.outcome.answer.challenge.session;
