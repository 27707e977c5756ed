/** The hunt of the canary test finds a secret however it is written, so that its 0 means something (threat D11). */
import { expect, it } from 'vitest';

import { createHunt } from './hunt.ts';
import { createSecrets, nested } from './secrets.ts';

const swapped = (text: string): string =>
  [...text].map((sign) => (sign === sign.toLowerCase() ? sign.toUpperCase() : sign.toLowerCase())).join('');

const writings: readonly (readonly [how: string, write: (secret: string) => string])[] = [
  ['plain', (secret) => `the ${secret} of a line`],
  ['in another case', (secret) => swapped(secret)],
  ['in an address', (secret) => `/reset?code=${encodeURIComponent(secret)}&x=1`],
  ['in a form', (secret) => new URLSearchParams({ password: secret }).toString()],
  ['in JSON', (secret) => JSON.stringify({ a: secret })],
  ['in JSON in JSON', (secret) => JSON.stringify({ a: JSON.stringify({ b: secret }) })],
  ['in hexadecimal', (secret) => Buffer.from(secret).toString('hex')],
  ['in hexadecimal within more', (secret) => `\\x00ff${Buffer.from(`{"x":"${secret}"}`).toString('hex')}`],
  ...['', 'a', 'ab', '{"password":"'].flatMap(
    (before) =>
      [
        [`in base64 after "${before}"`, (secret) => Buffer.from(`${before}${secret}"}`).toString('base64')],
        [`in base64url after "${before}"`, (secret) => Buffer.from(before + secret).toString('base64url')],
      ] as const satisfies typeof writings,
  ),
  ['twice in base64', (secret) => btoa(btoa(`${secret} and more`))],
  ['as a part of 12 letters', (secret) => `… ${secret.slice(1, 13)} …`],
  ['without its end', (secret) => secret.slice(0, -6)],
];

it.each(writings)('finds a secret %s', (_, write) => {
  const secrets = createSecrets();
  const given = [secrets.plant('one'), secrets.plantWord('two')];
  for (let n = 0; n < 20; n += 1) secrets.plant(`other ${n}`);
  const hunt = createHunt(secrets.list());
  for (const [index, secret] of given.entries()) {
    const found = hunt.find('a place', `${'some words '.repeat(20)}${write(secret)} and others`);
    expect(found.map(({ secret, place }) => [secret, place])).toEqual([[['one', 'two'][index], 'a place']]);
  }
});

it.each(['code 482913 wrong', '"482913"', 'Code:NDgyOTEz', '343832393133'])('finds a code in %s', (text) => {
  expect(createHunt([{ name: 'code', value: '482913' }]).find('a place', text)).toHaveLength(1);
});

it.each(['1482913', '4829130', '09:00:00.482913+00', 'a482913b'])('takes %s for no code', (text) => {
  expect(createHunt([{ name: 'code', value: '482913' }]).find('a place', text)).toEqual([]);
});

it('finds nothing where there is nothing', () => {
  const secrets = createSecrets();
  for (let n = 0; n < 50; n += 1) nested(secrets, `call ${n}`);
  const other = createSecrets();
  const text = JSON.stringify(nested(other, 'other'));
  const hunt = createHunt(secrets.list());
  expect(hunt.find('a place', text.repeat(20))).toEqual([]);
});
