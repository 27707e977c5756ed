import * as v from 'valibot';
import { expect, it } from 'vitest';

import { tokens, toWire } from './tokens.ts';

it('tokens come back from the wire as they went', () => {
  const set = {
    accessToken: 'a',
    idToken: 'i',
    refreshToken: 'r',
    expiresIn: 900,
    refreshTokenExpirationDate: 1_800_000_000,
    authStrategy: 'password',
  } as const;
  expect(v.parse(tokens, toWire(set))).toEqual(set);
});

it('an answer with a method that nobody knows is refused', () => {
  const wire = {
    access_token: 'a',
    id_token: 'i',
    refresh_token: 'r',
    expires_in: 900,
    refresh_token_expiration_date: 1,
    auth_strategy: 'magic',
  };
  expect(v.safeParse(tokens, wire).success).toBe(false);
});
