import { expect, it } from 'vitest';

import { Refusal } from '#refusal.ts';

import { createDefaultLimit, defaultLimit } from './default-limit.ts';

it('E5: accepts 3,000 calls of a client in 15 minutes, then returns the time to wait', () => {
  const limit = createDefaultLimit();
  for (let call = 0; call < 3000; call += 1) limit.take('a', 'client', 1000);
  try {
    limit.take('a', 'client', 61_000);
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal);
    expect(error).toMatchObject({ refusal: 'rateLimited', details: { retryAfter: 840 } });
  }
  limit.take('b', 'client', 61_000);
  limit.take('a', 'other', 61_000);
  limit.take('a', 'client', 1000 + defaultLimit.window);
});

it('stores a limited number of clients', () => {
  const limit = createDefaultLimit({ calls: 1, window: 1000, clientsMax: 3 });
  for (const client of ['a', 'b', 'c', 'd']) limit.take('x', client, 0);
  // The oldest was removed, so its count starts again; the newest is still counted.
  limit.take('x', 'a', 1);
  expect(() => limit.take('x', 'd', 1)).toThrow(Refusal);
});
