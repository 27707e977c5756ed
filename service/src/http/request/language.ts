/**
 * The language of a page: `lng` in the query, the stored choice, the browser's, then English (requirements §4
 * "Languages").
 */
import type { IncomingHttpHeaders } from 'node:http';
import { toLanguage, type Language } from '@app/contract/fields/vocabulary.ts';

import { queryOf } from './request-address.ts';
import { cookieOf } from './request-cookies.ts';

export function languageOf(url: string, headers: IncomingHttpHeaders): Language {
  return (
    toLanguage(queryOf(url).get('lng')) ??
    toLanguage(cookieOf(headers.cookie, 'lng')) ??
    preferred(headers['accept-language']) ??
    'en'
  );
}

/**
 * The region of the browser's preferred language, as ISO 3166-1 alpha-2: `CH` of `de-CH,de;q=0.9`. Undefined: it names
 * none.
 */
export function countryOf(headers: IncomingHttpHeaders): string | undefined {
  const region = /^[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})(?:-|$)/i.exec(
    preferences(headers['accept-language'])[0] ?? '',
  )?.[1];
  return region?.toUpperCase();
}

const preferred = (header: string | undefined): Language | undefined =>
  preferences(header)
    .map((tag) => toLanguage(tag))
    .find((language) => language !== undefined);

/** The languages in the browser's order of preference (RFC 9110 §12.5.4). */
const preferences = (header = ''): string[] =>
  header
    .slice(0, 1024)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const weight = parameters.map((one) => /^\s*q=([\d.]+)\s*$/i.exec(one)?.[1]).find(Boolean);
      return { tag, weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
