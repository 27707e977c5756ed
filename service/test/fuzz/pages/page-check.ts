/** The rules for every answer of a page: an expected status, headers, no redirect to a foreign address, no secret. */
import type { Answer } from '#test/fuzz/calls/exchange.ts';

export interface PageRules {
  readonly statuses: readonly number[];
  /** Whether a sign-in or a sign-out may come of it. */
  readonly cookies: boolean;
}

export interface CheckedPage {
  readonly rules: PageRules;
  /** Where a redirect may lead besides our own paths. */
  readonly origins: readonly string[];
  /** Texts that no answer may have. */
  readonly secrets: readonly string[];
  /** A text that would run if an answer contained it unescaped. */
  readonly script: string;
}

/** The framework answers these before a page is chosen. */
const statusesOfAll = [400, 404, 413, 414, 415, 417, 421, 429, 431];

const requiredHeaders: Readonly<Record<string, string | RegExp>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': /^default-src 'none';.*frame-ancestors 'none'/,
  'cache-control': 'no-store',
};

const leaks = /\n\s+at \S+ \(|node_modules|file:\/\/|\bpg_|ECONN|SyntaxError|TypeError/;

/** The first thing that is wrong with an answer; undefined if all is well. */
export function faultOfPage({ status, headers, body }: Answer, checked: CheckedPage): string | undefined {
  const { rules, origins, secrets, script } = checked;
  if (status >= 500) return `${status}: ${body.slice(0, 200)}`;
  if (!rules.statuses.includes(status) && !statusesOfAll.includes(status))
    return `the status ${status} is not expected`;
  for (const [name, wanted] of Object.entries(requiredHeaders)) {
    const value = String(headers[name]);
    if (!(typeof wanted === 'string' ? value === wanted : wanted.test(value)))
      return `the header ${name} is ${value}`;
  }
  for (const name of ['server', 'x-powered-by']) if (name in headers) return `the header ${name} is there`;
  if ('set-cookie' in headers && !rules.cookies) return 'a cookie is set';
  const { location } = headers;
  if (location !== undefined && !/^\/(?![/\\])/.test(location) && !origins.includes(originOf(location)))
    return `it leads to ${location}`;
  if (secrets.some((secret) => body.includes(secret) || location?.includes(secret)))
    return 'the answer holds a secret of the request';
  if (body.includes(script)) return 'the answer would run a script of the request';
  if (status >= 400 && leaks.test(body)) return `the answer tells of the inside: ${body.slice(0, 200)}`;
  if (status === 429 && !/^[1-9]\d*$/.test(String(headers['retry-after']))) return '429 without Retry-After';
  return undefined;
}

const originOf = (address: string): string => (URL.canParse(address) ? new URL(address).origin : address);
