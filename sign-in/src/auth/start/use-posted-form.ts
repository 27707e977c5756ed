import { accountEndpoints } from '@app/contract/calls/account-endpoints.ts';
import type { PostableForm } from '@app/contract/pages/page-data.ts';
import type { Failure } from '@app/session/calls/failure.ts';

import { usePageData } from './page-data.tsx';
import { postedOutcome } from './posted-outcome.ts';

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
