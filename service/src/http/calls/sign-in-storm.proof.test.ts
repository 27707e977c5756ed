/** Threat E5: people can sign in during a flood of sign-ins. Checks counts and order; the bench measures times. */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test, vi } from 'vitest';
import { endpoints } from '@app/contract/calls/endpoints.ts';

import { newDeviceToken, readDeviceToken } from '#security/tokens/device-token.ts';
import { hashHandle } from '#security/tokens/handles.ts';
import { insertDevice } from '#store/sign-in/devices.ts';
import { tally } from '#test/drivers/outcome.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { createAccount, rightPassword } from '#test/setup/test-deps.ts';

let statements = 0;

const service = await createTestApp({ onStatement: () => void (statements += 1) });
const { passwords } = service.deps;
vi.spyOn(passwords, 'verify');
afterAll(() => service.close());

async function signIn(address: string, email: string, password: string, deviceToken?: string) {
  const answer = await service.app.inject({
    method: 'POST',
    url: endpoints.signInWithPassword.path,
    payload: { email, password, ...(deviceToken !== undefined && { contextData: { deviceToken } }) },
    headers: { 'idempotency-key': randomUUID() },
    remoteAddress: address,
  });
  return { status: answer.statusCode, retryAfter: answer.headers['retry-after'] };
}

const comparisons = () => vi.mocked(service.deps.passwords.verify).mock.calls;
const compared = (): number => comparisons().length;

/** An address in one of 256 /64 networks of one /48. */
const inStorm = (n: number): string => `2001:db8:bad:${(n % 256).toString(16)}::${(n + 1).toString(16)}`;

interface Person {
  readonly email: string;
  readonly address: string;
  readonly device?: string;
}

/** 40 people in other networks, and 10 on known devices in the network of the flood. */
async function people(): Promise<Person[]> {
  const { deps } = service;
  return Promise.all(
    Array.from({ length: 50 }, async (_, n) => {
      const { id, email } = await createAccount(deps, { secondStep: 'off' });
      if (n < 40) return { email, address: `198.51.${n}.7` };
      const device = newDeviceToken(deps.keys);
      const known = hashHandle(readDeviceToken(deps.keys, device) ?? '');
      await insertDevice(
        { accountId: id, device: known, userAgent: undefined, how: 'byPassword' },
        deps.clock(),
      ).execute(deps.store.durable);
      return { email, address: inStorm(n), device };
    }),
  );
}

test('E5: during 900 parallel sign-ins of one /48 nobody else is refused, and each is answered in its turn', async () => {
  const honest = await people();
  statements = 0;
  const storm = Array.from({ length: 900 }, (_, n) => signIn(inStorm(n), `nobody-${n}@storm.test`, 'x'));
  const statuses: number[] = [];
  const overtaking: number[] = [];
  for (const { email, address, device } of honest) {
    const before = compared();
    statuses.push((await signIn(address, email, rightPassword, device)).status);
    // Up to its own: while its session is stored, the next ones have their turn.
    overtaking.push(comparisons().findLastIndex(([typed]) => typed === rightPassword) - before);
  }
  const most = Math.max(...overtaking);
  const stormed = await Promise.all(storm);
  const names = tally(stormed.map(({ status }) => String(status)));
  const refused = stormed.filter(({ status }) => status === 503);
  const perAnswer = statements / (950 - refused.length);
  console.log(
    `E5: 900 at once from 256 /64s of one /48: ${statuses.filter((status) => status !== 200).length} of 50 honest refused, ${most} others compared before one of them at most; the storm: ${JSON.stringify(names)}, ${perAnswer.toFixed(1)} statements for each that was not refused`,
  );
  expect(tally(statuses.map(String))).toEqual({ '200': 50 });
  expect(most).toBeLessThan(60);
  expect(refused.length).toBeGreaterThan(100);
  expect(refused.every(({ retryAfter }) => retryAfter === '2')).toBe(true);
  // A refusal needs neither a hash nor a statement.
  expect(compared()).toBe(950 - refused.length);
  expect(perAnswer).toBeLessThan(9);
});
