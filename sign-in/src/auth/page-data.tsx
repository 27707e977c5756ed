/** What the service wrote into the page (`contract/src/page-data.ts`), for the screens: the same on the service and in the browser. */
import type { PageData } from '@app/contract/page-data.ts';
import { createContext, use } from 'react';

const none: PageData = {};
const PageDataContext = createContext<PageData>(none);

/** Holds the `page` block of the document, or nothing of it where the page was made for everybody. */
export const PageDataProvider = PageDataContext;

/** The link, the outcome of a posted form, or what else the page was drawn with; `{}` for a page that knows nothing. */
export const usePageData = (): PageData => use(PageDataContext);
