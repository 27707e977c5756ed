/** Threat B5: a pending change of address ends with the access of its account, and the old address can cancel it. */
import { days } from '@app/contract/fields/durations.ts';
import * as limits from '@app/contract/fields/limits.ts';
import { afterAll, expect, test } from 'vitest';

import { hashHandle } from '#security/tokens/handles.ts';
import {
  askForNewPassword,
  changeMethod,
  disableAccount,
  enableAccount,
  requestEmailChange,
  signOutEverywhere,
} from '#test/drivers/admin-driver.ts';
import { refresh, signIn, signInBasic } from '#test/drivers/flow-driver.ts';
import { newestLink, recoverToLink, reset } from '#test/drivers/link-driver.ts';
import { nameOf, tally } from '#test/drivers/outcome.ts';
import {
  callFrom,
  createAccount,
  createTestDeps,
  eventsOf,
  mailsTo,
  newClient,
} from '#test/setup/test-deps.ts';

import { cancelEmailChange, viewEmailChangeCancel } from './email-change-cancel.ts';
import { confirmEmailChange, viewEmailChange } from './email-change.ts';
import { flows } from '#flows/flows.ts';

let people = 0;
const deps = await createTestDeps();
afterAll(() => deps.close());

const confirm = (token: string) => confirmEmailChange(token, newClient(), deps);
const cancel = (token: string) => cancelEmailChange(token, newClient(), deps);
const viewCancel = (token: string) => viewEmailChangeCancel(token, newClient(), deps);

interface Asked {
  readonly id: string;
  readonly email: string;
  readonly newEmail: string;
  readonly confirming: string;
  readonly cancelling: string;
}

/** An account whose admin asked for another address, and the tokens that were mailed to both. */
async function ask(): Promise<Asked> {
  const { id, email } = await createAccount(deps, { secondStep: 'off' });
  const newEmail = `renamed-${(people += 1)}@northline.test`;
  await requestEmailChange({ accountId: id, newEmail }, callFrom(), deps);
  const { token: confirming } = await newestLink(deps, newEmail, 'emailChange');
  const { token: cancelling } = await newestLink(deps, email, 'emailChangeAsked');
  return { id, email, newEmail, confirming, cancelling };
}

const addressOf = async (id: string): Promise<string> =>
  (
    await deps.store.durable
      .selectFrom('accounts')
      .select('email')
      .$castTo<{ email: string }>()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).email;
const changesOf = (id: string) =>
  deps.store.durable.selectFrom('email_changes').selectAll().where('account_id', '=', id).execute();
const cancellationsOf = async (id: string): Promise<number> =>
  (await eventsOf(deps, id)).filter(({ kind }) => kind === 'emailChangeCancelled').length;

/** The changes that end an account's access and cancel its pending change of address: each is prepared, then done. */
const triggers: Record<string, (asked: Asked) => Promise<() => Promise<unknown>>> = {
  disabled:
    async ({ id }) =>
    () =>
      disableAccount(id, callFrom(), deps),
  'method changed to Google':
    async ({ id }) =>
    () =>
      changeMethod(id, 'google', callFrom(), deps),
  'method changed to SAML':
    async ({ id }) =>
    () =>
      changeMethod(id, 'saml', callFrom(), deps),
  'password reset by its owner': async ({ email }) => {
    const link = await recoverToLink(deps, email, newClient());
    return () => reset(deps, link, newClient());
  },
  'new password asked for by an admin':
    async ({ id }) =>
    () =>
      askForNewPassword(id, callFrom(), deps),
  'signed out everywhere':
    async ({ id }) =>
    () =>
      signOutEverywhere(id, callFrom(), deps),
};

test('B5: each of six changes of access cancels the pending change of address, for good', async () => {
  const results: string[] = [];
  let kept = 0;
  for (const [name, trigger] of Object.entries(triggers)) {
    const asked = await ask();
    await (
      await trigger(asked)
    )();
    expect(await changesOf(asked.id), name).toMatchObject([
      { done_at: null, cancelled_at: expect.any(Date) },
    ]);
    await enableAccount(asked.id, callFrom(), deps);
    results.push(await confirm(asked.confirming));
    expect(await viewEmailChange(asked.confirming, newClient(), deps), name).toEqual({ state: 'cancelled' });
    expect(await viewCancel(asked.cancelling), name).toEqual({ state: 'cancelled' });
    if ((await addressOf(asked.id)) === asked.email) kept += 1;
  }
  expect(tally(results)).toEqual({ cancelled: 6 });
  expect(kept).toBe(6);
});

test('a logout, a session that ends for token reuse and a wrong password leave the change pending', async () => {
  const { id, email, confirming } = await ask();
  const { refresh_token: first } = await signInBasic(deps, email, newClient());
  await flows.revokeTokens({ refreshToken: first }, newClient(), deps);
  const { refresh_token: second } = await signInBasic(deps, email, newClient());
  await refresh(deps, second, newClient());
  deps.advance(limits.refreshReplayWindow + 1);
  expect(nameOf(await refresh(deps, second, newClient()))).toBe('sessionExpired');
  expect(nameOf(await signIn(deps, email, 'wrong', newClient()))).toBe('credentials');
  expect(await changesOf(id)).toMatchObject([{ cancelled_at: null }]);
  expect(await confirm(confirming)).toBe('success');
});

test('B5: the request informs the old address by mail; its link changes nothing until the POST, which cancels once', async () => {
  const { id, email, newEmail, confirming, cancelling } = await ask();
  const mails = await mailsTo(deps, email);
  expect(mails).toEqual([
    { kind: 'emailChangeAsked', values: { name: 'Ada', newEmail, url: expect.any(String) } },
  ]);
  expect(mails[0]?.values?.['url']).toMatch(
    /^http:\/\/localhost:4000\/auth\/v1\/users\/email-change\/cancel\?token=[\w-]{43}$/,
  );
  const rows = deps.store.durable
    .selectFrom('links')
    .select('kind')
    .where('token', '=', hashHandle(cancelling));
  expect(await rows.execute()).toEqual([{ kind: 'emailChangeCancel' }]);

  for (let look = 0; look < 10; look += 1)
    expect(await viewCancel(cancelling)).toEqual({ state: 'confirm', newEmail });
  expect(await changesOf(id)).toMatchObject([{ done_at: null, cancelled_at: null }]);
  const results = await Promise.all(Array.from({ length: 20 }, () => cancel(cancelling)));
  expect(tally(results)).toEqual({ cancelled: 20 });
  expect(await cancellationsOf(id)).toBe(1);
  expect(await confirm(confirming)).toBe('cancelled');
  expect(await addressOf(id)).toBe(email);
  expect(nameOf(await signIn(deps, email, undefined, newClient()))).toBe('answered');
});

test('a late cancel link reports that it is too late, and a link of an older request does not cancel the newer one', async () => {
  const late = await ask();
  expect(await confirm(late.confirming)).toBe('success');
  expect(await viewCancel(late.cancelling)).toEqual({ state: 'too_late' });
  expect(await cancel(late.cancelling)).toBe('too_late');
  expect(await addressOf(late.id)).toBe(late.newEmail);

  const older = await ask();
  deps.advance(1);
  const newEmail = `again-${older.newEmail}`;
  await requestEmailChange({ accountId: older.id, newEmail }, callFrom(), deps);
  expect(await cancel(older.cancelling)).toBe('cancelled');
  expect(await confirm((await newestLink(deps, newEmail, 'emailChange')).token)).toBe('success');

  const expired = await ask();
  deps.advance(days(7) - 1);
  expect(await viewCancel(expired.cancelling)).toMatchObject({ state: 'confirm' });
  deps.advance(1);
  expect(await viewCancel(expired.cancelling)).toEqual({ state: 'ttl' });
  expect(await cancel(expired.cancelling)).toBe('ttl');
});

test('the confirm link cannot cancel, and the cancel link cannot confirm', async () => {
  const { id, email, confirming, cancelling } = await ask();
  expect(await cancel(confirming)).toBe('unknown');
  expect(await confirm(cancelling)).toBe('unknown');
  expect(await viewCancel(confirming)).toEqual({ state: 'unknown' });
  expect(await changesOf(id)).toMatchObject([{ done_at: null, cancelled_at: null }]);
  expect(await addressOf(id)).toBe(email);
});

test('of a confirmation and a parallel cancellation or change of access exactly one takes effect', async () => {
  const others: typeof triggers = {
    cancelled:
      async ({ cancelling }) =>
      () =>
        cancel(cancelling),
    ...triggers,
  };
  const results: string[] = [];
  for (const [name, other] of Object.entries(others)) {
    for (let round = 0; round < 5; round += 1) {
      const asked = await ask();
      const act = await other(asked);
      const [result] = await Promise.all([confirm(asked.confirming), act()]);
      results.push(result);
      const changed = (await addressOf(asked.id)) === asked.newEmail;
      expect(changed, name).toBe(result === 'success');
      const [change] = await changesOf(asked.id);
      expect((change?.done_at === null) !== (change?.cancelled_at === null), name).toBe(true);
    }
  }
  expect(Object.keys(tally(results)).filter((result) => !['success', 'cancelled'].includes(result))).toEqual(
    [],
  );
});
