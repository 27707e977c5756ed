import { hours, minutes, seconds } from '@app/contract/fields/durations.ts';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { type GoogleIssuer, jwkOf, makeTestKey, startGoogleIssuer } from '#test/drivers/google-issuer.ts';

import { createGoogleKeys, type GoogleKeys, GoogleKeysUnavailable } from './google-keys.ts';

const [second, third] = [makeTestKey('key-2'), makeTestKey('key-3')];
let issuer: GoogleIssuer;
let keys: GoogleKeys;
let now: number;
beforeEach(async () => {
  now = Date.UTC(2026, 10, 21, 9);
  issuer = await startGoogleIssuer();
  keys = createGoogleKeys({ url: issuer.google.jwksUrl, clock: () => now, log: pino({ level: 'silent' }) });
});
afterEach(() => issuer.close());

const has = async (kid: string): Promise<boolean> => (await keys.find(kid)) !== undefined;
const down = () => issuer.answerWith((response) => void response.destroy());

test('fetches once for parallel callers, and again after ten minutes', async () => {
  const found = await Promise.all(Array.from({ length: 50 }, () => keys.find('key-1')));
  expect(found.every((key) => key?.equals(issuer.key.publicKey))).toBe(true);
  now += minutes(10) - 1;
  expect(await has('key-1')).toBe(true);
  expect(issuer.asked()).toBe(1);
  now += 1;
  expect(await has('key-1')).toBe(true);
  expect(issuer.asked()).toBe(2);
});

test('a new key is found at its first token; a removed key is no longer accepted within ten minutes', async () => {
  const seen: boolean[] = [await has('key-1')];
  issuer.publish(issuer.key, second);
  now += seconds(30);
  seen.push(...(await Promise.all([1, 2, 3].map(() => has('key-2')))));
  issuer.publish(second, third);
  now += seconds(30);
  seen.push(await has('key-3'), await has('key-2'));
  expect(seen).toEqual([true, true, true, true, true, true]);
  expect(await has('key-1')).toBe(false);
  expect(issuer.asked()).toBe(3);
});

test('unknown key ids cause one fetch in 30 seconds', async () => {
  await has('key-1');
  now += seconds(30);
  for (let n = 0; n < 100; n += 1) expect(await has(`made-up-${n}`)).toBe(false);
  expect(issuer.asked()).toBe(2);
  now += seconds(30);
  for (let n = 0; n < 100; n += 1) expect(await has(`made-up-${n}`)).toBe(false);
  expect(issuer.asked()).toBe(3);
});

test('while the issuer is down, cached keys are accepted for 24 hours and fetched at most every 30 seconds', async () => {
  await has('key-1');
  down();
  now += hours(24) - seconds(60);
  for (let n = 0; n < 10; n += 1) expect(await has('key-1')).toBe(true);
  expect(issuer.asked()).toBe(2);
  now += seconds(60);
  await expect(has('key-1')).rejects.toThrow(GoogleKeysUnavailable);
  issuer.answerWith();
  expect(await has('key-1')).toBe(true);
});

test('without cached keys all waiting callers get the error, and the next call fetches again', async () => {
  down();
  const both = await Promise.allSettled([keys.find('key-1'), keys.find('key-1')]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(issuer.asked()).toBe(1);
  issuer.answerWith();
  expect(await has('key-1')).toBe(true);
});

test('an invalid answer is ignored, and the cached keys stay', async () => {
  const small = { ...jwkOf(issuer.key), n: jwkOf(issuer.key).n?.slice(0, 170) };
  const bodies: Record<string, string> = {
    'no JSON': '<html>',
    'no keys': '{}',
    'an empty list': '{"keys":[]}',
    'other things': '{"keys":[1,null,"x",{"kty":"RSA","kid":"key-1"}]}',
    'an EC key': '{"keys":[{"kty":"EC","kid":"key-1"}]}',
    'an oct key': '{"keys":[{"kty":"oct","kid":"key-1","k":"AAAA"}]}',
    'a short key': JSON.stringify({ keys: [small] }),
    'a key that encrypts': JSON.stringify({ keys: [{ ...jwkOf(issuer.key), use: 'enc' }] }),
    'too much': `{"keys":[],"x":"${'x'.repeat(64 * 1024)}"}`,
  };
  const answers = Object.values(bodies).map(
    (body) => (response: Parameters<Parameters<typeof issuer.answerWith>[0] & {}>[0]) =>
      void response.end(body),
  );
  answers.push(
    (response) => void response.writeHead(500).end('{}'),
    (response) => void response.writeHead(302, { location: '/jwks.json?again' }).end(),
    (response) => void response.destroy(),
  );
  for (const answer of answers) {
    issuer.answerWith(answer);
    const fresh = createGoogleKeys({
      url: issuer.google.jwksUrl,
      clock: () => now,
      log: pino({ level: 'silent' }),
    });
    await expect(fresh.find('key-1')).rejects.toThrow(GoogleKeysUnavailable);
  }
  issuer.answerWith();
  await has('key-1');
  for (const answer of answers) {
    issuer.answerWith(answer);
    now += minutes(10);
    expect(await has('key-1')).toBe(true);
  }
});

test('the fetch times out when the issuer does not answer', async () => {
  issuer.answerWith(() => {});
  await expect(has('key-1')).rejects.toThrow(GoogleKeysUnavailable);
});
