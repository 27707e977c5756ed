/** The `error` query parameter (§2): its known values and their words. Anything else is dropped from the address. */
import { pageErrorValues, type PageErrorValue } from '@app/contract/vocabulary.ts';

import type { TextKey } from '#i18n/text-key.ts';

const words = {
  'not-found': 'errors.notFound',
  'router-error': 'errors.routerError',
  unknown: 'errors.unknown',
  'session-expired': 'errors.sessionExpired',
  'link-expired': 'errors.linkExpired',
  network: 'errors.network',
  'too-many-requests': 'errors.tooManyRequests',
} as const satisfies Record<PageErrorValue, TextKey>;

/** @param search `location.search` */
export function pageErrorIn(search: string): { present: boolean; words: TextKey | undefined } {
  const value = new URLSearchParams(search).get('error');
  const known = pageErrorValues.find((name) => name === value);
  return { present: value !== null, words: known && words[known] };
}

/** The address without its `error`; everything else stays. */
export function withoutError(href: string): string {
  const address = new URL(href);
  address.searchParams.delete('error');
  return address.pathname + address.search + address.hash;
}
