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

/** The first of our languages in the browser's order of preference (RFC 9110 §12.5.4). */
function preferred(header: string | undefined): Language | undefined {
  return (header ?? '')
    .slice(0, 1024)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const weight = parameters.map((one) => /^\s*q=([\d.]+)\s*$/i.exec(one)?.[1]).find(Boolean);
      return { tag, weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => toLanguage(tag))
    .find((language) => language !== undefined);
}
