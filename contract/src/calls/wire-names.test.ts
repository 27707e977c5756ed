import { expect, test } from 'vitest';

import { refusals, type RefusalName } from './refusals.ts';
import { challengeFromWire, challengeToWire, refusalFromWire, refusalOnTheWire } from './wire-names.ts';

const names = Object.keys(refusals) as RefusalName[];

test('a dead challenge is tooManyRequests on the wire; every other refusal has its own name there', () => {
  const renamed = names.filter((name) => refusalOnTheWire(name) !== name);
  expect(renamed.map((name) => [name, refusalOnTheWire(name)])).toEqual([
    ['challengeDead', 'tooManyRequests'],
  ]);
});

test('every name on the wire means one refusal', () => {
  expect(names.map((name) => refusalFromWire(refusalOnTheWire(name)))).toEqual(names);
  expect(['challengeDead', 'toString', ''].map(refusalFromWire)).toEqual([undefined, undefined, undefined]);
});

test('the challenge of a sign-in is the mfa object on the wire', () => {
  const challenge = { session: 's', serverNow: 1, codeExpiresAt: 2, resendAt: 3, triesLeft: 5 };
  expect(challengeToWire(challenge)).toEqual({ mfa: challenge });
  expect(challengeFromWire({ mfa: challenge })).toEqual(challenge);
  expect([{ challenge }, { mfa: {} }, { basic: {} }, undefined].map(challengeFromWire)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
