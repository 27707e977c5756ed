/** Support codes in the addresses to which the service redirects: they differ from request to request. */
import { expect } from 'vitest';

/** The address without its support code, which it must have. */
export function withoutSupportCode(address: unknown): string {
  const pattern = /&support_code=[\dA-HJKMNP-TV-Z]{4}-[\dA-HJKMNP-TV-Z]{4}(?=&|$)/;
  expect(address).toMatch(pattern);
  return String(address).replace(pattern, '');
}
