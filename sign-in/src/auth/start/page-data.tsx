/** Provides the data that the service wrote into the page (`contract/src/pages/page-data.ts`) to the screens. */
import type { PageData, PostableForm } from '@app/contract/pages/page-data.ts';
import type { ErrorBody } from '@app/contract/calls/refusals.ts';
import { createContext, use } from 'react';

const none: PageData = {};
const PageDataContext = createContext<PageData>(none);

/** Holds the `page` block of the document; empty for a prerendered page. */
export const PageDataProvider = PageDataContext;

/** The link, the outcome of a posted form, or other data of this request; `{}` in a prerendered page. */
export const usePageData = (): PageData => use(PageDataContext);

/** The service's problems with the fields of a form that was posted without script. */
export function usePostedFields(form: PostableForm): Readonly<Record<string, readonly string[]>> | undefined {
  const { posted } = usePageData();
  if (posted?.form !== form || posted.outcome.ok) return undefined;
  // The service wrote it with the same type.
  return (posted.outcome.body as Partial<ErrorBody> | null)?.fields;
}
