/** Threat B2: a change of an account's credential, method, status or address ends its sessions. */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';

import type { Deps } from '#deps.ts';
import { passwordCost } from '#security/passwords/password-phc.ts';
import {
  askForNewPassword,
  changeMethod,
  disableAccount,
  enableAccount,
  requestEmailChange,
  signOutEverywhere,
} from '#test/drivers/admin-driver.ts';
import { refresh, signIn, signInBasic, signInToCode, verify } from '#test/drivers/flow-driver.ts';
import { accept, newestLink, recoverToLink, reset } from '#test/drivers/link-driver.ts';
import { nameOf, tally } from '#test/drivers/outcome.ts';
import {
  callFrom,
  createAccount,
  createTestDeps,
  eventsOf,
  newestCode,
  newClient,
} from '#test/setup/test-deps.ts';

import { confirmEmailChange } from './email-change.ts';
import { flows } from '#flows/flows.ts';
import { inviteAccount } from '#test/drivers/invitation-driver.ts';
import { rounds } from '#test/setup/proof.ts';

// A password may change while it is compared.
const deps = await createTestDeps({ passwordCost });
afterAll(() => deps.close());

interface Person {
  readonly id: string;
  readonly email: string;
}

const triggers: Record<string, (person: Person, token: string) => Promise<unknown>> = {
  'password reset': async ({ email }) =>
    reset(deps, await recoverToLink(deps, email, newClient()), newClient()),
  'new password asked by an admin': ({ id }) => askForNewPassword(id, callFrom(), deps),
  'method changed': ({ id }) => changeMethod(id, 'google', callFrom(), deps),
  disabled: ({ id }) => disableAccount(id, callFrom(), deps),
  'email changed': async ({ id }) => {
    const newEmail = `renamed-${id}@northline.test`;
    await requestEmailChange({ accountId: id, newEmail }, callFrom(), deps);
    const { token } = await newestLink(deps, newEmail, 'emailChange');
    expect(await confirmEmailChange(token, newClient(), deps)).toBe('success');
  },
  'invitation accepted': async ({ id, email }) => {
    // An account set back to unconfirmed, with a session left.
    await deps.store.durable
      .updateTable('accounts')
      .set({ status: 'unconfirmed' })
      .where('id', '=', id)
      .execute();
    const who = { companyId: deps.company.id, email, name: 'Ada', language: 'en', roles: [] } as const;
    await inviteAccount(who, callFrom(), deps);
    expect(nameOf(await accept(deps, await newestLink(deps, email, 'invitation'), newClient()))).toBe(
      'answered',
    );
  },
  'signed out everywhere': ({ id }) => signOutEverywhere(id, callFrom(), deps),
  'signed out': (_, refreshToken) => flows.revokeTokens({ refreshToken }, callFrom(), deps),
};

test('B2: after each of eight triggers the next refresh and all later ones are refused', async () => {
  const names: string[] = [];
  for (const [name, trigger] of Object.entries(triggers)) {
    const account = await createAccount(deps, { secondStep: 'off' });
    const { refresh_token: token } = await signInBasic(deps, account.email, newClient());
    await trigger(account, token);
    const rows = await deps.store.durable
      .selectFrom('families')
      .select('revoked_at')
      .where('account_id', '=', account.id)
      .execute();
    // The trigger ends the session in its own transaction, not the refresh after it.
    expect(
      rows.every(({ revoked_at: at }) => at !== null),
      name,
    ).toBe(true);
    names.push(nameOf(await refresh(deps, token)));
    await deps.store.durable
      .updateTable('accounts')
      .set({ status: 'active', method: 'password' })
      .where('id', '=', account.id)
      .execute();
    names.push(nameOf(await refresh(deps, token)));
  }
  expect(tally(names)).toEqual({ sessionExpired: 16 });
});

test('B2: each trigger ends open challenges and is in the log', async () => {
  const kinds: Record<string, string> = {
    'password reset': 'passwordReset',
    'new password asked by an admin': 'newPasswordAsked',
    'method changed': 'methodChanged',
    disabled: 'disabled',
    'email changed': 'emailChanged',
    'signed out everywhere': 'sessionsEnded',
  };
  for (const [name, kind] of Object.entries(kinds)) {
    const account = await createAccount(deps);
    const { session } = await signInToCode(deps, account.email, newClient());
    const code = await newestCode(deps, account.email);
    await triggers[name]?.(account, '');
    expect(nameOf(await verify(deps, account.email, code, session, newClient())), name).toBe(
      'sessionExpired',
    );
    const logged = (await eventsOf(deps, account.id)).map((event) => event.kind);
    expect(logged, name).toContain(kind);
  }
});

/** Deps whose password comparison runs another call before it ends. */
const interrupted = (meanwhile: () => Promise<unknown>): Deps => ({
  ...deps,
  passwords: {
    ...deps.passwords,
    async verify(password, stored) {
      const verdict = await deps.passwords.verify(password, stored);
      await meanwhile();
      return verdict;
    },
  },
});

test('B2: a sign-in gets neither session nor code if its password is changed while it is compared', async () => {
  const names: string[] = [];
  for (const secondStep of ['off', 'always'] as const) {
    for (const name of ['password reset', 'method changed', 'disabled', 'email changed']) {
      const account = await createAccount(deps, { secondStep });
      const on = interrupted(async () => triggers[name]?.(account, ''));
      const outcome = await signIn(on, account.email, undefined, newClient());
      names.push(nameOf(outcome));
      for (const table of ['families', 'challenges'] as const) {
        const rows = await deps.store.durable
          .selectFrom(table)
          .select('id')
          .where('account_id', '=', account.id)
          .execute();
        expect(rows, `${name}: ${table}`).toEqual([]);
      }
    }
  }
  expect(tally(names)).toEqual({ credentials: 8 });
});

test('B2: parallel sign-ins and a reset leave no session of the old password', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { id, email } = await createAccount(deps, { secondStep: 'off' });
    const link = await recoverToLink(deps, email, newClient());
    const tries = Array.from({ length: 4 }, () => signIn(deps, email, undefined, newClient()));
    const [done] = await Promise.all([reset(deps, link, newClient()), ...tries]);
    expect(nameOf(done)).toBe('answered');
    const alive = await deps.store.durable
      .selectFrom('families')
      .select('id')
      .where('account_id', '=', id)
      .where('revoked_at', 'is', null)
      .execute();
    expect(alive, `round ${round}`).toEqual([]);
  }
});

test('a disabled account can be enabled again; an unknown account cannot be changed', async () => {
  const { id, email } = await createAccount(deps, { secondStep: 'off' });
  await disableAccount(id, callFrom(), deps);
  expect(nameOf(await signIn(deps, email, undefined, newClient()))).toBe('credentials');
  await enableAccount(id, callFrom(), deps);
  expect(nameOf(await signIn(deps, email, undefined, newClient()))).toBe('answered');
  for (const change of [disableAccount, enableAccount, signOutEverywhere])
    await expect(change(randomUUID(), callFrom(), deps)).rejects.toMatchObject({ refusal: 'notFound' });
});
