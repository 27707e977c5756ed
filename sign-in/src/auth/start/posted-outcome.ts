/** Turns a form that was posted without script into the outcome of its call (`contract/src/pages/page-data.ts`). */
import type { AnswerOf, Endpoint } from '@app/contract/calls/endpoint.ts';
import type { PageData, PostableForm } from '@app/contract/pages/page-data.ts';
import type { Outcome } from '@app/session/calls/request.ts';
import { failureOf, type Failure } from '@app/session/calls/failure.ts';
import * as v from 'valibot';
import { accountEndpoints } from '@app/contract/calls/account-endpoints.ts';

import { usePageData } from './page-data.tsx';

/**
 * The outcome of the form's call; undefined when the page was not rendered after a post of this form.
 *
 * @param entry the contract's entry of the same name
 */
export function postedOutcome<Entry extends Endpoint & { readonly audience: 'anyone' }>(
  { posted }: PageData,
  form: PostableForm,
  entry: Entry,
): Outcome<AnswerOf<Entry>> | undefined {
  if (posted?.form !== form) return undefined;
  const { outcome } = posted;
  if (outcome.ok) {
    // A call without an answer schema answers `undefined`, whatever the page holds.
    if (!entry.answer) return { ok: true, answer: undefined as AnswerOf<Entry> };
    const read = v.safeParse(entry.answer, outcome.answer);
    if (read.success) return { ok: true, answer: read.output as AnswerOf<Entry> };
  }
  const answer = outcome.ok
    ? { status: 200, retryAfter: null, body: outcome.answer }
    : { status: outcome.status, retryAfter: outcome.retryAfter, body: outcome.body };
  return { ok: false, failure: failureOf(answer, entry, Date.now()) };
}

/** The forms of an account that work without script. */
export type AccountForm = PostableForm & keyof typeof accountEndpoints;

/** The outcome of an account form that was posted without script; undefined on any other page. */
export function usePostedForm(form: AccountForm):
  | {
      readonly accepted: boolean;
      readonly failure: Failure | undefined;
      readonly values: Readonly<Record<string, string>>;
    }
  | undefined {
  const page = usePageData();
  const outcome = postedOutcome(page, form, accountEndpoints[form]);
  if (!outcome || !page.posted) return undefined;
  const failure = outcome.ok ? undefined : outcome.failure;
  return { accepted: outcome.ok, failure, values: page.posted.values };
}
