/** The parameter of an address by which the service tells the app the support code of an error (spec §8). */
import { parseSupportCode } from '#fields/typed-support-code.ts';

export const supportCodeParameter = 'support_code';

/** The code in a query; undefined where there is none, or other text. */
export const supportCodeIn = (query: URLSearchParams): string | undefined =>
  parseSupportCode(query.get(supportCodeParameter) ?? '');

/** The code in a finished error page, which the service replaces: it is no code of a request that has an answer. */
export const noSupportCode = '0000-0000';
