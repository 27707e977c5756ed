/** Posts of plain HTML forms, by fast-check: with the fields of all our forms, right ones and hostile ones. */
import { formKeyField } from '@app/contract/pages/posted-form.ts';
import fc from 'fast-check';

import { encoded } from '#test/fuzz/calls/encodings.ts';

import { hostileText, script } from './hostile-texts.ts';
import type { PageRequest } from './provider-messages.ts';

const formType = 'application/x-www-form-urlencoded';

/** Values with which a flow continues, by the field's name. */
const fieldValues: Readonly<Record<string, readonly string[]>> = {
  email: ['{{own email}}', '{{user email}}', 'nobody@northline.test', 'ADA@NORTHLINE.TEST'],
  password: ['{{password}}', 'Harbour-Lantern-28!', 'short'],
  passwordConfirmation: ['Harbour-Lantern-28!', '{{password}}'],
  code: ['123456', '12 34-56', '{{link token}}'],
  session: ['{{challenge}}', '{{link token}}'],
  confirmationCode: ['{{link token}}'],
  token: ['{{link token}}'],
  name: ['Mia', script],
  companyName: ['Northline', script],
  action: ['resend', 'deviceLink'],
  [formKeyField]: ['A'.repeat(22), 'B'.repeat(22), 'short'],
};

const field: fc.Arbitrary<readonly [string, string]> = fc
  .oneof(
    { weight: 8, arbitrary: fc.constantFrom(...Object.keys(fieldValues)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('__proto__', 'constructor', 'clientType', 'mailboxProof', 'signUpProof', ''),
    },
  )
  .chain((name) =>
    fc.tuple(
      fc.constant(name),
      fc.oneof(
        {
          weight: 4,
          arbitrary: fc.constantFrom(
            ...(Object.hasOwn(fieldValues, name) ? (fieldValues[name] ?? []) : ['x']),
          ),
        },
        { weight: 1, arbitrary: hostileText },
      ),
    ),
  );

const formText = (fields: readonly (readonly [string, string])[]): string =>
  fields.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&');

/** The form's own fields, more often than those of another form, and some more. */
const fieldsLike = (own: readonly string[]): fc.Arbitrary<readonly (readonly [string, string])[]> =>
  fc
    .tuple(
      fc.oneof(
        { weight: 4, arbitrary: fc.constant(own) },
        {
          weight: 1,
          arbitrary: fc.constantFrom([], ['email'], ['email', 'password'], ['email', 'code', 'session']),
        },
      ),
      fc.oneof(
        { weight: 1, arbitrary: fc.constant([]) },
        { weight: 2, arbitrary: fc.array(field, { maxLength: 3 }) },
      ),
    )
    // The first of two fields with the same name counts.
    .chain(([names, others]) => {
      const usual = names.map((name) => [name, fieldValues[name]?.[0] ?? ''] as const);
      return fc.constantFrom([...usual, ...others], [...others, ...usual]);
    });

const brokenForms = [
  '%',
  '%zz=%&=&&==',
  'email=%ff%fe&password=%c0%80',
  'email',
  '&'.repeat(5000),
  'email=a&'.repeat(4000),
  `email=${'x'.repeat(70_000)}`,
  'email[]=a&email[b]=c&__proto__[isAdmin]=true',
  '{"email":"a"}',
  '\u00ff\u00fe=\u00ff\u00fe',
  '',
];

/** @param own what a request of this form brings usually */
export const formBodies = (own: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: own },
    { weight: 1, arbitrary: fc.constantFrom(...brokenForms) },
    { weight: 1, arbitrary: fc.tuple(own, hostileText).map(([text, put]) => `${text}&${encoded(put)}`) },
  );

const oddHeaders: readonly Readonly<Record<string, string>>[] = [
  { 'content-type': 'text/plain' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { 'content-type': `${formType}; charset=utf-16` },
  { 'content-type': `${formType}; __proto__=1` },
  { 'content-type': 'application/json' },
  { 'content-type': '' },
  { 'content-encoding': 'gzip' },
  { 'transfer-encoding': 'chunked' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-dest': 'iframe' },
  { origin: 'null' },
  { host: 'evil.test' },
  { cookie: 'id_token=x; refresh_token={{refresh token}}; refresh_token=y; lng=%; theme=__proto__' },
  { cookie: `device_token=${'x'.repeat(4000)}` },
  { cookie: 'id_token=a.b.c; refresh_token=%00; device_token=%ff; =; ;;;' },
  { cookie: 'refresh_token={{refresh token}}' },
  { accept: 'application/json' },
  { 'accept-language': 'xx-YY;q=9,*;q=,,' },
  { 'user-agent': 'x'.repeat(2000) },
  { 'idempotency-key': 'é' },
  { 'x-filler': 'y'.repeat(9000) },
];

/** Headers as a browser sends them with a form of our own pages; some are odd. */
export const formHeaders: fc.Arbitrary<PageRequest['headers']> = fc
  .oneof({ weight: 4, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: fc.constantFrom(...oddHeaders) })
  .map((odd) => ({
    accept: 'text/html',
    'content-type': formType,
    'sec-fetch-site': 'same-origin',
    ...odd,
  }));

const searches = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('', '?lng=de', '?redirect=%2Fdashboard', '?platform=ios') },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('redirect', 'lng', 'platform', 'error', 'email', 'code'), hostileText)
      // Longer ones are not an address to Node, which answers before us.
      .map(([name, text]) => `?${name}=${encoded(text.slice(0, 500))}`),
  },
);

/** @param own the names of the fields that the form has */
export const formRequestsTo = (path: string, own: readonly string[]): fc.Arbitrary<PageRequest> =>
  fc.record({
    method: fc.constant('POST' as const),
    target: searches.map((search) => path + search),
    headers: formHeaders,
    body: formBodies(fieldsLike(own).map(formText)),
    message: fc.constant(undefined),
  });
