/**
 * Mock responses in the browser, for what the product cannot do quickly: gateway errors, lost connections, refusals.
 */
import type { Page, Route } from '@playwright/test';

import type { Endpoint } from '@app/contract/calls/endpoints.ts';

import type { Monitor } from './monitor.ts';

/** The response in place of the service's. `lost`: the connection is reset. `held`: the request never ends. */
export type MockResponse =
  | 'lost'
  | 'held'
  | {
      readonly status: number;
      readonly body: string;
      readonly contentType?: string;
      readonly headers?: Readonly<Record<string, string>>;
    };

/** The refusals on the wire: status, and the message that no screen shows. */
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

/** Returns the response that the service sends for a refusal. */
export function refusal(
  name: keyof typeof refusals,
  more: {
    message?: string;
    fields?: Readonly<Record<string, readonly string[]>>;
    retryAfter?: string;
  } = {},
): MockResponse {
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

/** Returns a 200 with this JSON body. */
export const answer = (body: unknown): MockResponse => ({ status: 200, body: JSON.stringify(body) });

/** Answers one intercepted request. */
export async function fulfill(route: Route, what: MockResponse): Promise<void> {
  if (what === 'held') return;
  if (what === 'lost') return route.abort('connectionreset');
  const { status, body, contentType = 'application/json', headers = {} } = what;
  return route.fulfill({ status, body, contentType, headers: { ...headers, 'cache-control': 'no-store' } });
}

/** Answers every further call of the endpoint in this page with the mock response, until another one is set. */
export async function mockCall(
  { page, monitor }: { readonly page: Page; readonly monitor: Monitor },
  entry: Pick<Endpoint, 'path'>,
  what: MockResponse,
): Promise<void> {
  if (typeof what === 'object') monitor.mayAnswer(what.status, entry);
  else monitor.mayFail();
  await page.route(`**${entry.path}`, (route) => fulfill(route, what));
}
