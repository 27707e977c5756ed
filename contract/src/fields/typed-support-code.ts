/** Reads a support code as people write and say it. Apart from its making, so that an app loads the half that it needs. */
const eightLetters = /^[\dA-HJKMNP-TV-Z]{8}$/;

/**
 * A support code as typed or heard: in any case, with O for 0 and I or L for 1, with spaces, hyphens or dots between
 * its characters. Undefined if it is not one.
 */
export function parseSupportCode(typed: string): string | undefined {
  const code = typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s.\-\u2010-\u2015\u2212]/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  if (!eightLetters.test(code)) return undefined;
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/** The parameter of an address by which the service tells the app the support code of an error (spec §8). */
export const supportCodeParameter = 'support_code';

/** The code in a query; undefined if it is missing or not a code. */
export const supportCodeIn = (query: URLSearchParams): string | undefined =>
  parseSupportCode(query.get(supportCodeParameter) ?? '');

/** The code in a finished error page, which the service replaces: it is not the code of an answered request. */
export const noSupportCode = '0000-0000';
