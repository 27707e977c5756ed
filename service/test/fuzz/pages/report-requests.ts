/** What browsers and our apps report, by fast-check: a broken content security policy, and batches of the log. */
import { logIntakePath, logLevels } from '@app/log/log-batch.ts';
import fc from 'fast-check';

import { brokenFragment, brokenText, withBrokenValue } from '#test/fuzz/calls/broken-values.ts';

import { hostileText } from './hostile-texts.ts';
import type { PageRequest } from './provider-messages.ts';

const text = fc.oneof(
  fc.constantFrom('https://evil.test/a?b#c', '/login', 'script-src', 'inline'),
  hostileText,
);

const report = fc.record(
  {
    effectiveDirective: text,
    'violated-directive': text,
    blockedURL: text,
    'blocked-uri': text,
    documentURL: text,
    'document-uri': text,
  },
  { requiredKeys: [] },
);
const deliveries = fc.oneof(
  report.map((body) => ({ 'csp-report': body })),
  fc.array(
    report.map((body) => ({ type: 'csp-violation', age: 1, body })),
    { maxLength: 12 },
  ),
);

const batches = fc.record(
  {
    app: fc.constantFrom('sign-in', 'dashboard'),
    version: fc.constantFrom('1.9.0', 'x'),
    page: fc.constantFrom('/login', '/', '/users/confirmation'),
    roles: fc.array(fc.constantFrom('Admin', 'User'), { maxLength: 3 }),
    dropped: fc.nat(),
    entries: fc.array(
      fc.record(
        {
          at: fc.oneof(fc.nat(), fc.constantFrom(8.64e15, Date.UTC(2026, 10, 21))),
          level: fc.constantFrom(...logLevels),
          category: fc.constantFrom('authentication', 'page', 'call'),
          message: text,
          properties: fc.dictionary(text, fc.jsonValue({ maxDepth: 12 }), { maxKeys: 4 }),
        },
        { requiredKeys: ['at', 'level', 'category', 'message'] },
      ),
      { maxLength: 6 },
    ),
  },
  { requiredKeys: ['app', 'version', 'page', 'entries'] },
);

/** As it should be, with one value broken, or as a text that is nearly JSON. */
const broken = (values: fc.Arbitrary<unknown>): fc.Arbitrary<string> =>
  values.chain((value) =>
    fc.oneof(
      { weight: 2, arbitrary: fc.constant(JSON.stringify(value)) },
      {
        weight: 3,
        arbitrary: fc
          .tuple(fc.nat(1000), brokenFragment)
          .map(([which, put]) => withBrokenValue(value, which, put)),
      },
      { weight: 1, arbitrary: brokenText(JSON.stringify(value)) },
    ),
  );

const odd: readonly Readonly<Record<string, string>>[] = [
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': '' },
  { 'content-encoding': 'gzip' },
  { 'transfer-encoding': 'chunked' },
  { origin: 'https://evil.test' },
  { origin: 'null' },
  { 'x-filler': 'y'.repeat(9000) },
];

function reportsTo(
  target: string,
  types: readonly string[],
  bodies: fc.Arbitrary<unknown>,
): fc.Arbitrary<PageRequest> {
  return fc.record({
    method: fc.constant('POST' as const),
    target: fc.constant(target),
    headers: fc
      .tuple(
        fc.constantFrom(...types),
        fc.oneof(
          { weight: 5, arbitrary: fc.constant({}) },
          { weight: 1, arbitrary: fc.constantFrom(...odd) },
        ),
      )
      .map(([type, more]) => ({ origin: '{{own origin}}', 'content-type': type, ...more })),
    body: broken(bodies),
    message: fc.constant(undefined),
  });
}

export const policyReports = reportsTo(
  '/csp-report',
  ['application/csp-report', 'application/reports+json'],
  deliveries,
);
export const logBatches = reportsTo(logIntakePath, ['application/json'], batches);
