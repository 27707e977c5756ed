/** Threat A12: an account that changes to another method and back has no password until its owner sets a new one. */
import { afterAll, expect, test } from 'vitest';
import type { Strategy } from '@app/contract/fields/vocabulary.ts';

import type { Deps } from '#deps.ts';
import { changeMethod, disableAccount, enableAccount } from '#test/drivers/admin-driver.ts';
import { signIn } from '#test/drivers/flow-driver.ts';
import { chosenPassword, linksTo, newestLink, recoverToLink, reset } from '#test/drivers/link-driver.ts';
import { nameOf, type Outcome, tally } from '#test/drivers/outcome.ts';
import {
  callFrom,
  createAccount,
  createTestDeps,
  mailsTo,
  rightPassword,
  newClient,
} from '#test/setup/test-deps.ts';
import { rounds } from '#test/setup/proof.ts';

const deps = await createTestDeps();
afterAll(() => deps.close());

const set = (id: string, method: Strategy) => changeMethod(id, method, callFrom(), deps);
const told = ({ refusal }: Outcome<unknown>): string =>
  JSON.stringify([refusal?.refusal, refusal?.message, refusal?.details]);

const hashOf = async (id: string): Promise<unknown> =>
  (
    await deps.store.durable
      .selectFrom('accounts')
      .select(['password_hash', 'password_key_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).password_hash;

test('A12: after a change to Google or SAML and back the old password is refused like a wrong one, and the mailed link sets a new one', async () => {
  let comparisons = 0;
  const counted: Deps = {
    ...deps,
    passwords: {
      ...deps.passwords,
      verify: (password, stored) => {
        comparisons += 1;
        return deps.passwords.verify(password, stored);
      },
    },
  };
  const old: string[] = [];
  const chosen: string[] = [];
  for (const other of ['google', 'saml'] as const) {
    const { id, email } = await createAccount(deps, { secondStep: 'off' });
    const usual = await createAccount(deps, { secondStep: 'off' });
    expect(await set(id, other)).toEqual({ noPasswordYet: false });
    expect(await hashOf(id)).toBeNull();
    expect(await set(id, 'password')).toEqual({ noPasswordYet: true });
    expect((await mailsTo(deps, email)).map(({ kind }) => kind)).toEqual(['choosePassword']);

    const withOld = await signIn(counted, email, rightPassword, newClient());
    const withWrong = await signIn(counted, usual.email, 'wrong', newClient());
    expect(told(withOld)).toBe(told(withWrong));
    old.push(nameOf(withOld));

    const link = await newestLink(deps, email, 'choosePassword');
    expect(link.url).toContain('/password/new?');
    expect(nameOf(await reset(deps, link, newClient()))).toBe('answered');
    chosen.push(nameOf(await signIn(deps, email, chosenPassword, newClient())));
    old.push(nameOf(await signIn(deps, email, rightPassword, newClient())));
  }
  expect(tally(old)).toEqual({ credentials: 4 });
  expect(tally(chosen)).toEqual({ answered: 2 });
  // As many hashes as for a wrong password of an account with a password.
  expect(comparisons).toBe(4);
});

test('A12: the link can be requested again, and the next change of the method voids the old one', async () => {
  const { id, email } = await createAccount(deps, { secondStep: 'off' });
  await set(id, 'google');
  await set(id, 'password');
  const first = await newestLink(deps, email, 'choosePassword');
  const again = await recoverToLink(deps, email, newClient());
  await set(id, 'saml');
  for (const link of [first, again]) expect(nameOf(await reset(deps, link, newClient()))).toBe('invalidLink');
  await set(id, 'password');
  expect(nameOf(await reset(deps, await recoverToLink(deps, email, newClient()), newClient()))).toBe(
    'answered',
  );
});

test('setting the same method again keeps the password; an account that cannot sign in gets no mail', async () => {
  const { id, email } = await createAccount(deps, { secondStep: 'off' });
  expect(await set(id, 'password')).toEqual({ noPasswordYet: false });
  expect(nameOf(await signIn(deps, email, rightPassword, newClient()))).toBe('answered');
  await disableAccount(id, callFrom(), deps);
  await set(id, 'google');
  expect(await set(id, 'password')).toEqual({ noPasswordYet: false });
  expect(await linksTo(deps, email, 'choosePassword')).toEqual([]);
  await enableAccount(id, callFrom(), deps);
  expect(nameOf(await signIn(deps, email, rightPassword, newClient()))).toBe('credentials');
});

test('A12: a sign-in with the old password during a change of the method and back leaves no session', async () => {
  let left = 0;
  for (let round = 0; round < rounds; round += 1) {
    const { id, email } = await createAccount(deps, { secondStep: 'off' });
    const there = async () => {
      await set(id, 'google');
      await set(id, 'password');
    };
    const tries = [1, 2, 3].map(() => signIn(deps, email, rightPassword, newClient()));
    await Promise.all([...tries, there()]);
    const live = deps.store.durable.selectFrom('families').select('id').where('account_id', '=', id);
    left += (await live.where('revoked_at', 'is', null).execute()).length;
    if ((await hashOf(id)) !== null) left += 1;
  }
  expect(left).toBe(0);
});
