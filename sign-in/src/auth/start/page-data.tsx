/** What the service wrote into the page (`contract/src/pages/page-data.ts`), for the screens: the same on the service and in the browser. */
import type { PageData, PostableForm } from '@app/contract/pages/page-data.ts';
import type { ErrorBody } from '@app/contract/calls/refusals.ts';
import { createContext, use } from 'react';

const none: PageData = {};
const PageDataContext = createContext<PageData>(none);

/** Holds the `page` block of the document, or nothing of it where the page was made for everybody. */
export const PageDataProvider = PageDataContext;

/** The link, the outcome of a posted form, or other data of this request; `{}` in a page that is the same for everybody. */
export const usePageData = (): PageData => use(PageDataContext);

/** What the service found wrong with the fields of the form that was posted, when it was posted without script. */
export function usePostedFields(form: PostableForm): Readonly<Record<string, readonly string[]>> | undefined {
  const { posted } = usePageData();
  if (posted?.form !== form || posted.outcome.ok) return undefined;
  // Written by this service, by the same type.
  return (posted.outcome.body as Partial<ErrorBody> | null)?.fields;
}
