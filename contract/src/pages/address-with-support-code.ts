/** Tells the app the support code of an error in the address of a redirect (spec §8). */
import { supportCodeOf } from '#fields/support-code.ts';

import { supportCodeParameter } from './support-code-parameter.ts';

/** Appends the code of a request to an address that has a query and no fragment. */
export function withSupportCode(address: string, requestId: string): string {
  const code = supportCodeOf(requestId);
  return code === undefined ? address : `${address}&${supportCodeParameter}=${code}`;
}
