/** Reads the answers to posted forms in tests. */
import { expect } from 'vitest';
import * as v from 'valibot';
import { pageData, type PageData } from '@app/contract/pages/page-data.ts';
import { challengeAnswer } from '@app/contract/calls/wire-names.ts';

import { block, renderedFrom, type Answer } from './page-visits.ts';

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
