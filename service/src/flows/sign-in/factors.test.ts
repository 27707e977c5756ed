/** The code step by an authenticator app and by recovery codes (threats A19 to A22). */
import { sql } from 'kysely';
import { challengeFromWire } from '@app/contract/calls/wire-names.ts';
import { hours, minutes, seconds } from '@app/contract/fields/durations.ts';
import * as limits from '@app/contract/fields/limits.ts';
import { afterAll, expect, test } from 'vitest';

import { flows } from '#flows/flows.ts';
import { hashHandle } from '#security/tokens/handles.ts';
import { findFactors, replaceTemporaryPass } from '#store/accounts/factors.ts';
import { chosenPassword, recoverToLink, reset } from '#test/drivers/link-driver.ts';
import { outcomeOf, nameOf, tally } from '#test/drivers/outcome.ts';
import { givePasskey, passkeyBody, signInBy } from '#test/passkeys/passkey-driver.ts';
import { makeCodes, setUpAuthenticator } from '#test/drivers/factor-driver.ts';
import {
  otherCode,
  openTestChallenge,
  resend,
  signIn,
  signInToCode,
  verify,
} from '#test/drivers/flow-driver.ts';
import {
  callFrom,
  createAccount,
  createTestDeps,
  mailsTo,
  newestCode,
  rightPassword,
  newClient,
} from '#test/setup/test-deps.ts';

const deps = await createTestDeps();
afterAll(() => deps.close());

const recover = (email: string, session: string, recoveryCode: string) =>
  outcomeOf(flows.verifyRecoveryCode({ email, session, recoveryCode }, callFrom(), deps));
const kindsTo = async (email: string) => (await mailsTo(deps, email)).map(({ kind }) => kind);
const wayOfLast = async (accountId: string) => {
  const { rows } = await sql<{ way: string | null }>`
    select way from events where account_id = ${accountId} and kind = 'signedIn' order by at desc limit 1`.execute(
    deps.store.durable,
  );
  return rows[0]?.way;
};
const setFactorDue = (id: string) =>
  deps.store.durable.updateTable('accounts').set({ factor_due: true }).where('id', '=', id).execute();

test('an authenticator app is asked for first and without a mail; the mailed code is another way, at once', async () => {
  const { id, email } = await createAccount(deps);
  const codeAt = await setUpAuthenticator(deps, id);
  const challenge = await signInToCode(deps, email, newClient());
  expect(challenge.ways).toEqual(['authenticator', 'emailCode']);
  expect(challenge.codeExpiresAt).toBe(deps.clock() + limits.challengeLifetime);
  expect(await kindsTo(email)).toEqual([]);
  expect(nameOf(await verify(deps, email, codeAt(deps.clock()), challenge.session))).toBe('answered');
  expect(await wayOfLast(id)).toBe('authenticator');

  const next = await signInToCode(deps, email);
  expect(nameOf(await resend(deps, email))).toBe('answered');
  expect(await kindsTo(email)).toEqual(['loginCode']);
  expect(nameOf(await verify(deps, email, await newestCode(deps, email), next.session))).toBe('answered');
  // The way of the last sign-in is the first one of the next.
  expect((await signInToCode(deps, email, newClient())).ways).toEqual(['emailCode', 'authenticator']);
});

test('A20: a code of the app is accepted once, in whatever challenge, of 200 parallel tries too', async () => {
  const account = await createAccount(deps);
  const codeAt = await setUpAuthenticator(deps, account.id);
  const code = codeAt(deps.clock());
  const sessions = await Promise.all(
    Array.from({ length: 9 }, () => openTestChallenge(deps, account, '000000')),
  );
  const tries = Array.from({ length: 200 }, (_, index) => sessions[index % sessions.length] ?? '');
  const outcomes = tally(
    (await Promise.all(tries.map((session) => verify(deps, account.email, code, session)))).map(nameOf),
  );
  expect(outcomes['answered']).toBe(1);
  const fresh = await openTestChallenge(deps, account, '000000');
  deps.advance(minutes(61));
  const later = await openTestChallenge(deps, account, '000000');
  expect(nameOf(await verify(deps, account.email, code, fresh))).toBe('sessionExpired');
  expect(nameOf(await verify(deps, account.email, code, later))).toBe('invalidCode');
  expect(nameOf(await verify(deps, account.email, codeAt(deps.clock() + seconds(30)), later))).toBe(
    'answered',
  );
});

test('A21: wrong codes of all ways together have the tries and the ceilings of mailed ones', async () => {
  const { id, email } = await createAccount(deps);
  const codeAt = await setUpAuthenticator(deps, id);
  const [recoveryCode = ''] = await makeCodes(deps, id);
  const { session } = await signInToCode(deps, email, newClient());
  const right = codeAt(deps.clock());
  expect(nameOf(await verify(deps, email, otherCode(right, 500_000), session))).toBe('invalidCode');
  for (const triesLeft of [3, 2, 1]) {
    const { refusal } = await recover(email, session, '0'.repeat(20));
    expect([refusal?.refusal, refusal?.details.challenge?.triesLeft]).toEqual(['invalidCode', triesLeft]);
  }
  expect(nameOf(await verify(deps, email, otherCode(right, 500_001), session))).toBe('challengeDead');
  expect(nameOf(await verify(deps, email, right, session))).toBe('challengeDead');
  expect(nameOf(await recover(email, session, recoveryCode))).toBe('challengeDead');
});

test('A22: a recovery code signs in once, in parallel too; its owner gets a mail with how many are left', async () => {
  const { id, email } = await createAccount(deps);
  await setUpAuthenticator(deps, id);
  const [first = '', second = ''] = await makeCodes(deps, id);
  const challenge = await signInToCode(deps, email, newClient());
  expect(challenge.ways).toEqual(['authenticator', 'emailCode', 'recoveryCode']);
  const others = [
    await signInToCode(deps, email, newClient()),
    await signInToCode(deps, email, newClient()),
    challenge,
  ];
  const outcomes = await Promise.all(others.map(({ session }) => recover(email, session, first)));
  expect(tally(outcomes.map(nameOf))['answered']).toBe(1);
  expect(await kindsTo(email)).toEqual(['factorChanged']);
  expect(await wayOfLast(id)).toBe('recoveryCode');
  const next = await signInToCode(deps, email, newClient());
  expect(nameOf(await recover(email, next.session, first))).toBe('invalidCode');
  // Another account's code is none.
  const other = await createAccount(deps);
  await setUpAuthenticator(deps, other.id);
  const theirs = await signInToCode(deps, other.email, newClient());
  expect(nameOf(await recover(other.email, theirs.session, second))).toBe('invalidCode');
});

test('A19: after a reset by mail the mailbox proves nothing more: neither link nor mailed code finish the sign-in', async () => {
  const { id, email } = await createAccount(deps);
  const codeAt = await setUpAuthenticator(deps, id);
  const before = await signInToCode(deps, email, newClient());
  await resend(deps, email);
  const mailed = await newestCode(deps, email);
  await setFactorDue(id);
  expect(nameOf(await verify(deps, email, mailed, before.session))).toBe('invalidCode');
  const challenge = await signInToCode(deps, email, newClient());
  expect(challenge.ways).toEqual(['authenticator']);
  deps.advance(minutes(2));
  expect(nameOf(await resend(deps, email))).toBe('answered');
  expect((await kindsTo(email)).filter((kind) => kind === 'loginCode')).toHaveLength(1);
  // The app's code ends it.
  expect(nameOf(await verify(deps, email, codeAt(deps.clock()), challenge.session))).toBe('answered');
  expect((await signInToCode(deps, email, newClient())).ways).toEqual(['authenticator', 'emailCode']);
});

test('A19: a reset that removes the only passkey, as it is new, leaves nothing due: nobody is locked out', async () => {
  const { id, email } = await createAccount(deps);
  await givePasskey(deps, id);
  expect(nameOf(await reset(deps, await recoverToLink(deps, email)))).toBe('answered');
  const { answer } = await signIn(deps, email, chosenPassword);
  const challenge = challengeFromWire(answer);
  expect(challenge?.ways).toBeUndefined();
  const finished = await verify(deps, email, await newestCode(deps, email), challenge?.session ?? '');
  expect(nameOf(finished)).toBe('answered');
  const { row } = await givePasskey(deps, id);
  const again = await signIn(deps, email, chosenPassword, newClient());
  expect(again.answer && challengeFromWire(again.answer)?.ways).toEqual(['emailCode', 'passkey']);
  await deps.store.durable.deleteFrom('passkeys').where('id', '=', row).execute();

  // An older one stays, and is due.
  await givePasskey(deps, id);
  await makeCodes(deps, id);
  deps.advance(hours(2));
  expect(nameOf(await reset(deps, await recoverToLink(deps, email), callFrom(2), rightPassword))).toBe(
    'answered',
  );
  expect((await signInToCode(deps, email, newClient())).ways).toEqual(['passkey', 'recoveryCode']);
});

test('A19: the owner signs in by passkey after a thief of the mailbox chose the password: the mail stays no proof', async () => {
  const { id, email } = await createAccount(deps);
  const passkey = await givePasskey(deps, id);
  deps.advance(hours(2));
  await reset(deps, await recoverToLink(deps, email), newClient(), chosenPassword);
  await signInBy(deps, await passkeyBody(deps, passkey));
  const thief = await signIn(deps, email, chosenPassword, newClient());
  expect(thief.answer && challengeFromWire(thief.answer)?.ways).toEqual(['passkey']);
});

test('A21: a reset by mail gives a thief of the mailbox no new guesses at the codes of an app', async () => {
  const outcomes: string[] = [];
  for (const hasApp of [true, false]) {
    const { id, email } = await createAccount(deps);
    if (hasApp) await setUpAuthenticator(deps, id);
    // An app that is newer goes with the reset.
    deps.advance(hours(2));
    for (let guesses = 0; guesses < 10; guesses += 1) {
      const { session } = await signInToCode(deps, email, newClient());
      await recover(email, session, '0'.repeat(20));
    }
    await reset(deps, await recoverToLink(deps, email), newClient());
    outcomes.push(nameOf(await signIn(deps, email, chosenPassword, newClient())));
  }
  expect(outcomes).toEqual(['rateLimited', 'answered']);
});

test('A17: an app and codes of the last hour go with a reset, as passkeys do, and older ones stay', async () => {
  const { id, email } = await createAccount(deps);
  const kinds = async () => {
    const { authenticatorAddedAt, recoveryCodesLeft } = await findFactors(deps.store.relaxed, id);
    return [authenticatorAddedAt !== null, recoveryCodesLeft];
  };
  await setUpAuthenticator(deps, id);
  await makeCodes(deps, id);
  deps.advance(hours(2));
  await reset(deps, await recoverToLink(deps, email), newClient());
  expect(await kinds()).toEqual([true, 10]);
  await setUpAuthenticator(deps, id);
  await makeCodes(deps, id);
  await reset(deps, await recoverToLink(deps, email), newClient(), rightPassword);
  expect(await kinds()).toEqual([false, 0]);
});

test('A22: the temporary pass of an admin survives a reset by mail', async () => {
  const { id, email } = await createAccount(deps);
  await setUpAuthenticator(deps, id);
  deps.advance(hours(2));
  const lifetime = { now: deps.clock(), until: deps.clock() + hours(1) };
  await deps.store.durable
    .transaction()
    .execute((db) => replaceTemporaryPass(db, id, hashHandle('pass'), lifetime));
  await reset(deps, await recoverToLink(deps, email), newClient());
  const { answer } = await signIn(deps, email, chosenPassword, newClient());
  const session = (answer && challengeFromWire(answer)?.session) ?? '';
  expect((await recover(email, session, 'pass')).answer).toHaveProperty('setUp');
});

test('a company that asks for no second step asks an owner of an app on a device that the account does not know', async () => {
  const { id, email } = await createAccount(deps, { secondStep: 'off' });
  expect(nameOf(await signIn(deps, email))).toBe('answered');
  const codeAt = await setUpAuthenticator(deps, id);
  const { session } = await signInToCode(deps, email, newClient());
  expect(nameOf(await verify(deps, email, codeAt(deps.clock()), session))).toBe('answered');
});

test('the database has neither a secret nor a recovery code that could be used', async () => {
  const { id } = await createAccount(deps);
  await setUpAuthenticator(deps, id);
  const codes = await makeCodes(deps, id);
  const { rows } = await sql<{ code: Buffer }>`
    select code from recovery_codes where account_id = ${id}`.execute(deps.store.durable);
  expect(rows.map(({ code }) => code.toString('hex')).toSorted()).toEqual(
    codes.map((code) => hashHandle(code).toString('hex')).toSorted(),
  );
});
