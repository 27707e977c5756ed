/** Answers given at the browser's edge, for what the product cannot be brought to quickly: gateways, broken lines, refusals. */
import type { Page, Route } from '@playwright/test';

import type { Endpoint } from '@app/contract/calls/endpoints.ts';

import type { Watch } from './monitor.ts';

/** What comes in place of the service's answer. `lost`: the line breaks. `held`: nothing ever comes. */
export type EdgeAnswer =
  | 'lost'
  | 'held'
  | {
      readonly status: number;
      readonly body: string;
      readonly contentType?: string;
      readonly headers?: Readonly<Record<string, string>>;
    };

/** The refusals as they come over the wire: status, and the message that people never read as it is. */
const refusals = {
  malformed: [400, 'The request could not be read.'],
  invalid: [422, 'Some of the data is not valid.'],
  notFound: [404, 'There is nothing at this address.'],
  methodNotAllowed: [405, 'This address does not answer that method.'],
  tooLarge: [413, 'The request is too large.'],
  misdirected: [421, 'This service does not answer for that host.'],
  forbidden: [403, "You don't have permission to access this resource."],
  keyReused: [409, 'This Idempotency-Key was used for another request.'],
  credentials: [401, 'The credentials provided are incorrect.'],
  strategy: [403, 'This account signs in another way.'],
  unknownDevice: [429, 'Too many failed attempts. Confirm this device by mail to sign in.'],
  renewalRequired: [403, 'Too many wrong codes. Use account recovery to sign in again.'],
  invalidCode: [401, 'The code is wrong or expired.'],
  codeExpired: [401, 'The code has expired.'],
  sessionExpired: [401, 'The session has expired.'],
  tooManyRequests: [429, 'Too many failed attempts, please log in again with credentials.'],
  resendTooSoon: [429, 'A new code can be requested after 60 seconds.'],
  validationLimitExceeded: [429, 'Too many codes were requested.'],
  invalidLink: [400, 'invalid_code'],
  linkExpired: [410, 'The link has expired.'],
  rateLimited: [429, 'Too many requests, please try again shortly.'],
  overloaded: [503, 'The service is busy, please try again shortly.'],
  unknown: [500, 'An error occurred and we are looking into it.'],
} as const;

/** The refusal of a name as the service writes it. */
export function refusal(
  name: keyof typeof refusals,
  more: {
    message?: string;
    fields?: Readonly<Record<string, readonly string[]>>;
    retryAfter?: string;
  } = {},
): EdgeAnswer {
  const [status, message] = refusals[name];
  return {
    status,
    body: JSON.stringify({
      error: { name, message: more.message ?? message },
      ...(more.fields && { fields: more.fields }),
      requestId: 'edge',
    }),
    ...(more.retryAfter !== undefined && { headers: { 'retry-after': more.retryAfter } }),
  };
}

/** A 200 with this body. */
export const answer = (body: unknown): EdgeAnswer => ({ status: 200, body: JSON.stringify(body) });

/** Gives one route its answer. */
export async function give(route: Route, what: EdgeAnswer): Promise<void> {
  if (what === 'held') return;
  if (what === 'lost') return route.abort('connectionreset');
  const { status, body, contentType = 'application/json', headers = {} } = what;
  return route.fulfill({ status, body, contentType, headers: { ...headers, 'cache-control': 'no-store' } });
}

/** From now on every call of the entry is answered so in this page, until another answer is set. */
export async function answerWith(
  { page, watched }: { readonly page: Page; readonly watched: Watch },
  entry: Pick<Endpoint, 'path'>,
  what: EdgeAnswer,
): Promise<void> {
  if (typeof what === 'object') watched.mayAnswer(what.status, entry);
  else watched.mayFail();
  await page.route(`**${entry.path}`, (route) => give(route, what));
}
