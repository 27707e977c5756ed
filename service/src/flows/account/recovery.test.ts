import type { TokensOnTheWire } from '@app/contract/tokens/tokens.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { days, minutes } from '@app/contract/fields/durations.ts';

import { newDeviceToken } from '#security/tokens/device-token.ts';
import { claimDomain } from '#store/accounts/accounts.ts';
import { deleteExpired } from '#store/housekeeping.ts';
import { claimDueMails } from '#store/outbox.ts';
import { askForNewPassword } from '#test/drivers/admin-driver.ts';
import { refresh, signIn, signInBasic, signInToCode, verify } from '#test/drivers/flow-driver.ts';
import {
  chosenPassword,
  linksTo,
  newestLink,
  recover,
  recoverToLink,
  reset,
  stateOf,
} from '#test/drivers/link-driver.ts';
import { nameOf, tally } from '#test/drivers/outcome.ts';
import {
  callFrom,
  createAccount,
  createTestDeps,
  eventsOf,
  fillCounters,
  mailsTo,
  newestCode,
  newClient,
} from '#test/setup/test-deps.ts';
import { rounds } from '#test/setup/proof.ts';

import { resets } from '#rate-limits/rate-limits.ts';
import { flows } from '#flows/flows.ts';
import { answerOnce } from '#idempotency/exactly-once.ts';

const deps = await createTestDeps();
afterAll(() => deps.close());

test('a reset by mail: the old password is refused, the new one signs in', async () => {
  const { email } = await createAccount(deps, { secondStep: 'off' });
  expect(await recover(deps, email, newClient())).toEqual({ answer: undefined });
  const link = await newestLink(deps, email, 'passwordReset');
  expect(link.url).toMatch(
    /^http:\/\/localhost:4000\/password\/reset\?email=person-\d+%40northline\.test&code=[\w-]{43}$/,
  );
  expect(await stateOf(deps, 'reset', link)).toBe('valid');
  expect(await reset(deps, link, newClient())).toEqual({ answer: undefined });
  expect(await stateOf(deps, 'reset', link)).toBe('used');
  expect(nameOf(await signIn(deps, email, undefined, newClient()))).toBe('credentials');
  expect(nameOf(await signIn(deps, email, chosenPassword, newClient()))).toBe('answered');
  expect((await mailsTo(deps, email)).at(-1)).toEqual({ kind: 'passwordChanged', values: { name: 'Ada' } });
});

test('a reset ends sessions and challenges, forgets known devices, and is in the log', async () => {
  const { id, email } = await createAccount(deps, { secondStep: 'unrecognised' });
  const device = newDeviceToken(deps.keys);
  const first = await signInToCode(deps, email, newClient(), device);
  const tokens = await verify(deps, email, await newestCode(deps, email), first.session, newClient());
  expect(nameOf(await signIn(deps, email, undefined, newClient(), device))).toBe('answered');
  deps.advance(1);
  const underWay = await signInToCode(deps, email, newClient());
  const code = await newestCode(deps, email);

  await reset(deps, await recoverToLink(deps, email, newClient()), newClient());
  const { refresh_token: refreshToken = '' } = tokens.answer as Partial<TokensOnTheWire>;
  expect(nameOf(await refresh(deps, refreshToken))).toBe('sessionExpired');
  expect(nameOf(await verify(deps, email, code, underWay.session, newClient()))).toBe('sessionExpired');
  const again = await signIn(deps, email, chosenPassword, newClient(), device);
  expect(again.answer).toHaveProperty('mfa');
  expect((await eventsOf(deps, id))[0]).toMatchObject({ kind: 'passwordReset' });
});

test('older links stay valid until they expire; using one cancels the others', async () => {
  const { email } = await createAccount(deps);
  const first = await recoverToLink(deps, email, newClient());
  deps.advance(minutes(20));
  const second = await recoverToLink(deps, email, newClient());
  expect(await stateOf(deps, 'reset', first)).toBe('valid');
  deps.advance(minutes(40) - 1);
  expect(await stateOf(deps, 'reset', first)).toBe('expired');
  expect(nameOf(await reset(deps, first, newClient()))).toBe('invalidLink');
  const third = await recoverToLink(deps, email, newClient());
  expect(nameOf(await reset(deps, second, newClient()))).toBe('answered');
  expect(await stateOf(deps, 'reset', third)).toBe('cancelled');
  expect(nameOf(await reset(deps, third, newClient()))).toBe('invalidLink');
  expect(nameOf(await reset(deps, second, newClient()))).toBe('invalidLink');
});

test('a refused password does not consume the link', async () => {
  const { email } = await createAccount(deps, { name: 'Ada Moreau' });
  const link = await recoverToLink(deps, email, newClient());
  const call = newClient();
  const different = flows.resetPassword(
    { email, code: link.token, password: chosenPassword, passwordConfirmation: `${chosenPassword}x` },
    call,
    deps,
  );
  await expect(different).rejects.toMatchObject({
    details: { fields: { passwordConfirmation: ['is_different'] } },
  });
  for (const common of ['Password2026!', 'Ada-Moreau-1', 'Northline-26!']) {
    const { refusal } = await reset(deps, link, call, common);
    expect(refusal?.details.fields, common).toEqual({ password: ['is_common'] });
  }
  expect(nameOf(await reset(deps, link, call))).toBe('answered');
});

test('a link of another address, of another kind, or a missing one is an invalid link', async () => {
  const { email } = await createAccount(deps);
  const other = await createAccount(deps);
  const link = await recoverToLink(deps, email, newClient());
  for (const held of [
    { ...link, email: other.email },
    { ...link, token: `${link.token}x` },
    { email, token: 'x' },
  ])
    expect(nameOf(await reset(deps, held, newClient()))).toBe('invalidLink');
  expect(await stateOf(deps, 'reset', { ...link, email: other.email })).toBe('unknown');
  expect(await stateOf(deps, 'invitation', link)).toBe('unknown');
  expect(nameOf(await reset(deps, link, newClient()))).toBe('answered');
});

test("a reset releases the wrong tries on this account, but not the client's tries on other accounts", async () => {
  const { email } = await createAccount(deps, { secondStep: 'off' });
  const call = newClient();
  for (let n = 0; n < 5; n += 1) await signIn(deps, email, 'wrong', call);
  expect(nameOf(await signIn(deps, email, undefined, call))).toBe('unknownDevice');
  await reset(deps, await recoverToLink(deps, email, call), call);
  expect(nameOf(await signIn(deps, email, chosenPassword, call))).toBe('answered');

  for (let n = 0; n < 50; n += 1) await signIn(deps, `spray-${n}@northline.test`, 'wrong', call);
  expect(nameOf(await signIn(deps, email, chosenPassword, call))).toBe('unknownDevice');
  await reset(deps, await recoverToLink(deps, email, call), call);
  expect(nameOf(await signIn(deps, email, chosenPassword, call))).toBe('unknownDevice');
});

test('an account with another method gets a mail that names it; an inactive account gets none', async () => {
  for (const method of ['google', 'saml'] as const) {
    const { email } = await createAccount(deps, { method });
    await recover(deps, email, newClient());
    expect(await mailsTo(deps, email)).toEqual([{ kind: 'recoveryMethod', values: { name: 'Ada', method } }]);
  }
  await claimDomain(deps.store.durable, { domain: 'sso.test', companyId: deps.company.id, method: 'saml' });
  const silent = [
    (await createAccount(deps, { status: 'unconfirmed' })).email,
    (await createAccount(deps, { status: 'disabled' })).email,
    'nobody@sso.test',
    'nobody@northline.test',
  ];
  for (const email of silent) {
    expect(await recover(deps, email, newClient())).toEqual({ answer: undefined });
    expect(await mailsTo(deps, email)).toEqual([]);
  }
  // The email that was written instead is never sent and is soon deleted.
  const [decoys, due] = [
    await mailsTo(deps, 'nobody@invalid'),
    await claimDueMails(deps.store.durable, deps.clock(), 1000),
  ];
  expect(decoys).toHaveLength(silent.length);
  expect(due.filter(({ to }) => to === 'nobody@invalid')).toEqual([]);
  expect(due.filter(({ to }) => silent.includes(to))).toEqual([]);
  const links = () =>
    deps.store.durable.selectFrom('links').select('id').where('account_id', 'is', null).execute();
  expect((await links()).length).toBeGreaterThanOrEqual(silent.length);
  await deleteExpired(deps.store.relaxed, deps.clock());
  expect(await links()).toEqual([]);
});

test('a link is void once its account is disabled, gets another method, or an admin requires a new password', async () => {
  const disabled = await createAccount(deps);
  const link = await recoverToLink(deps, disabled.email, newClient());
  await deps.store.durable
    .updateTable('accounts')
    .set({ status: 'disabled' })
    .where('id', '=', disabled.id)
    .execute();
  expect(await stateOf(deps, 'reset', link)).toBe('cancelled');
  expect(nameOf(await reset(deps, link, newClient()))).toBe('invalidLink');

  const asked = await createAccount(deps, { secondStep: 'off' });
  const earlier = await recoverToLink(deps, asked.email, newClient());
  const { refresh_token: token } = await signInBasic(deps, asked.email, newClient());
  await askForNewPassword(asked.id, callFrom(), deps);
  expect(await stateOf(deps, 'reset', earlier)).toBe('cancelled');
  expect(nameOf(await refresh(deps, token))).toBe('sessionExpired');
  expect(nameOf(await signIn(deps, asked.email, undefined, newClient()))).toBe('credentials');
  const wanted = await newestLink(deps, asked.email, 'newPassword');
  expect(wanted.url).toContain('http://localhost:4000/password/new?email=');
  expect(nameOf(await reset(deps, wanted, newClient()))).toBe('answered');
  expect(nameOf(await signIn(deps, asked.email, chosenPassword, newClient()))).toBe('answered');

  const google = await createAccount(deps, { method: 'google' });
  for (const id of [google.id, disabled.id, randomUUID()])
    await expect(askForNewPassword(id, callFrom(), deps)).rejects.toMatchObject({ refusal: 'notFound' });
});

test('a reset repeated with its key gets the first answer and sends one mail', async () => {
  const { email } = await createAccount(deps);
  const { token: code } = await recoverToLink(deps, email, newClient());
  const body = { email, code, password: chosenPassword, passwordConfirmation: chosenPassword };
  const call = newClient();
  const key = randomUUID();
  const once = () =>
    answerOnce({ name: 'resetPassword', key, body, call, deps }, (known) =>
      flows.resetPassword(body, known, deps),
    );
  const answers = await Promise.all([once(), once(), once()]);
  answers.push(await once());
  expect(answers).toEqual([undefined, undefined, undefined, undefined]);
  expect((await mailsTo(deps, email)).filter(({ kind }) => kind === 'passwordChanged')).toHaveLength(1);
});

test('a client gets 500 resets in ten minutes, then the refusal of this limit', async () => {
  const call = newClient();
  const held = { email: 'nobody@northline.test', token: 'x'.repeat(43) };
  await fillCounters(deps, resets(call.client), 2);
  for (let n = 0; n < 2; n += 1) expect(nameOf(await reset(deps, held, call))).toBe('invalidLink');
  const { refusal } = await reset(deps, held, call);
  expect(refusal).toMatchObject({ refusal: 'rateLimited', message: 'too_many_requests' });
  expect(refusal?.details.retryAfter).toBe(600);
});

test('A8: recoveries from many clients send at most five mails in 15 minutes, and in a day only as many as keep one valid link in the mailbox', async () => {
  const { email } = await createAccount(deps);
  const names: string[] = [];
  for (let batch = 0; batch < rounds; batch += 1)
    names.push(
      ...(await Promise.all(Array.from({ length: 20 }, () => recover(deps, email, newClient())))).map(nameOf),
    );
  let withoutLink = 0;
  const quarter = (await linksTo(deps, email, 'passwordReset')).length;
  for (let n = 0; n < 94; n += 1) {
    deps.advance(minutes(15));
    for (let m = 0; m < 2; m += 1) names.push(nameOf(await recover(deps, email, newClient())));
    const good = (await linksTo(deps, email, 'passwordReset')).at(-1);
    if (good === undefined || (await stateOf(deps, 'reset', good)) !== 'valid') withoutLink += 1;
  }
  const day = (await linksTo(deps, email, 'passwordReset')).length;
  expect(quarter).toBe(5);
  expect(day).toBeLessThanOrEqual(47);
  expect(withoutLink).toBe(0);
  expect(tally(names)).toEqual({ answered: 20 * rounds + 188 });
  deps.advance(days(1));
  expect(nameOf(await recover(deps, email, newClient()))).toBe('answered');
});
