/** Threats A7, A17: the link of the email about an automatic passkey removes that one, once. */
import { afterAll, expect, it } from 'vitest';
import { days } from '@app/contract/fields/durations.ts';

import { flows } from '#flows/flows.ts';
import { findPasskeys } from '#store/dashboard/own-passkeys.ts';
import { type HeldLink, stateOf } from '#test/drivers/link-driver.ts';
import { nameOf, outcomeOf } from '#test/drivers/outcome.ts';
import { givePasskey, passkeyLinkTo } from '#test/passkeys/passkey-driver.ts';
import { createAccount, createTestDeps, eventsOf, mailsTo, newClient } from '#test/setup/test-deps.ts';

const deps = await createTestDeps();
afterAll(() => deps.close());

const remove = async ({ email, token: confirmationCode }: Pick<HeldLink, 'email' | 'token'>) =>
  nameOf(await outcomeOf(flows.removePasskeyByLink({ email, confirmationCode }, newClient(), deps)));
const keysOf = async (accountId: string) =>
  (await findPasskeys(deps.store.relaxed, accountId)).map(({ id }) => id);

it('A7: removes the passkey and no other, once, and tells its owner', async () => {
  const account = await createAccount(deps);
  const own = await givePasskey(deps, account.id);
  const link = await passkeyLinkTo(deps, account);
  expect(await keysOf(account.id)).toHaveLength(2);
  const names = await Promise.all([remove(link), remove(link), remove(link)]);
  expect(names.toSorted()).toEqual(['answered', 'invalidLink', 'invalidLink']);
  expect(await keysOf(account.id)).toEqual([own.row]);
  expect(await stateOf(deps, 'passkey', link)).toBe('used');
  expect((await eventsOf(deps, account.id)).filter(({ kind }) => kind === 'passkeyRemoved')).toHaveLength(1);
  expect((await mailsTo(deps, account.email)).map(({ kind }) => kind)).toEqual([
    'passkeyAdded',
    'passkeyRemoved',
  ]);
});

it('A17: refuses it with the address of another person, once it has expired, or the passkey is gone', async () => {
  const [account, other] = [await createAccount(deps), await createAccount(deps)];
  const link = await passkeyLinkTo(deps, account);
  expect(await remove({ ...link, email: other.email })).toBe('invalidLink');
  deps.advance(days(3));
  expect(await stateOf(deps, 'passkey', link)).toBe('expired');
  expect(await remove(link)).toBe('linkExpired');
  expect(await keysOf(account.id)).toHaveLength(1);

  const gone = await passkeyLinkTo(deps, other);
  await deps.store.durable.deleteFrom('passkeys').where('account_id', '=', other.id).execute();
  expect(await stateOf(deps, 'passkey', gone)).toBe('cancelled');
  expect(await remove(gone)).toBe('invalidLink');
});
