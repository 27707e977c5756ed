/**
 * Threat B4: if Google is not the authority on an address, an email to the account's owner confirms the identity before
 * it is linked.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';

import type { Call } from '#deps.ts';
import type { Account } from '#store/accounts/accounts.ts';
import {
  changeMethod,
  disableAccount,
  enableAccount,
  requestEmailChange,
} from '#test/drivers/admin-driver.ts';
import { newSubject, startGoogleIssuer } from '#test/drivers/google-issuer.ts';
import {
  confirm as confirmSignUp,
  confirmIdentity,
  linksTo,
  newestLink,
  stateOf,
} from '#test/drivers/link-driver.ts';
import { nameOf, outcomeOf, tally } from '#test/drivers/outcome.ts';
import { rounds } from '#test/setup/proof.ts';
import {
  callFrom,
  createAccount,
  createTestDeps,
  mailsTo,
  type TestDeps,
  newClient,
} from '#test/setup/test-deps.ts';

import { confirmEmailChange } from '#flows/account/email-change.ts';
import { flows } from '#flows/flows.ts';
import { answerOnce } from '#idempotency/exactly-once.ts';

const issuer = await startGoogleIssuer();
const deps = await createTestDeps({ settings: { google: issuer.google } });
afterAll(async () => {
  await deps.close();
  await issuer.close();
});

const present = (idToken: string, call: Call = newClient(), of: TestDeps = deps) =>
  outcomeOf(flows.signInWithGoogle({ idToken }, call, of));
/** A token of a Google account without an organisation: Google is not the authority on its address. */
const plain = (email: string, sub = newSubject()): string =>
  issuer.token(email, deps.clock(), { hd: undefined, sub });
const person = (more: Partial<Account> = {}) => createAccount(deps, { method: 'google', ...more });
const mailed = async (email: string): Promise<number> => (await linksTo(deps, email, 'identityLink')).length;
const rowsOf = async (table: 'identities' | 'families', id: string): Promise<number> =>
  (await deps.store.durable.selectFrom(table).select('account_id').where('account_id', '=', id).execute())
    .length;
/** Signs in with an identity for the first time and reads the mailed link. */
async function asked(account: Account, sub = newSubject()) {
  deps.advance(1);
  const outcome = nameOf(await present(plain(account.email, sub)));
  expect(outcome).toBe('identityUnconfirmed');
  return { sub, link: await newestLink(deps, account.email, 'identityLink') };
}

test('B4: a sign-in is refused until the owner confirms; then the next one succeeds', async () => {
  for (const status of ['active', 'unconfirmed'] as const) {
    const account = await person({ status });
    const { sub, link } = await asked(account);
    expect([await rowsOf('families', account.id), await rowsOf('identities', account.id)]).toEqual([0, 0]);
    expect(await stateOf(deps, 'identity', link)).toBe('valid');
    expect(nameOf(await confirmIdentity(deps, link))).toBe('answered');
    // The link does not sign in and does not accept an invitation.
    expect([await rowsOf('families', account.id), await rowsOf('identities', account.id)]).toEqual([0, 1]);
    expect(nameOf(await present(plain(account.email, sub)))).toBe('answered');
    const { status: now } = await deps.store.durable
      .selectFrom('accounts')
      .select('status')
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow();
    expect(now).toBe('active');
    expect(await mailed(account.email)).toBe(1);
  }
});

test('an organisation hosted by Google, and an issuer trusted by its setting, need no mail', async () => {
  const account = await person();
  expect(nameOf(await present(issuer.token(account.email, deps.clock())))).toBe('answered');
  const settings = { ...deps.settings, google: { ...issuer.google, authority: 'verified-email' as const } };
  const own = await person();
  expect(nameOf(await present(plain(own.email), newClient(), { ...deps, settings }))).toBe('answered');
  expect([await mailed(account.email), await mailed(own.email)]).toEqual([0, 0]);
});

test('B4: the link of one identity does not confirm another identity or another account', async () => {
  const [ada, eve] = [await person(), await person()];
  const { sub, link } = await asked(ada);
  const thief = newSubject();
  const names = [
    nameOf(await confirmIdentity(deps, { ...link, email: eve.email })),
    nameOf(await confirmIdentity(deps, { ...link, token: `${link.token}x` })),
    nameOf(await confirmSignUp(deps, { email: ada.email, token: link.token }, newClient())),
  ];
  expect(names).toEqual(['invalidLink', 'invalidLink', 'invalidLink']);
  expect(nameOf(await confirmIdentity(deps, link))).toBe('answered');
  // A second identity with the address, and the right identity with the address of another account.
  names.push(nameOf(await present(plain(ada.email, thief))), nameOf(await present(plain(ada.email, sub))));
  expect(names.slice(3)).toEqual(['credentials', 'answered']);
  expect(await rowsOf('identities', ada.id)).toBe(1);
  expect(await rowsOf('identities', eve.id)).toBe(0);
});

test('B4: a link is accepted once, 20 times in sequence and 20 times in parallel', async () => {
  const serial = await person();
  const first = (await asked(serial)).link;
  const names: string[] = [];
  for (let n = 0; n < 20; n += 1) names.push(nameOf(await confirmIdentity(deps, first, newClient())));
  const parallel = await person();
  const second = (await asked(parallel)).link;
  const atOnce = (
    await Promise.all(Array.from({ length: 20 }, () => confirmIdentity(deps, second, newClient())))
  ).map(nameOf);
  expect(tally(names)).toEqual({ answered: 1, invalidLink: 19 });
  expect(tally(atOnce)).toEqual({ answered: 1, invalidLink: 19 });
  expect([await rowsOf('identities', serial.id), await rowsOf('identities', parallel.id)]).toEqual([1, 1]);
});

test('B4: of two identities whose links are confirmed in parallel one is linked', async () => {
  const names: string[] = [];
  for (let n = 0; n < rounds; n += 1) {
    const account = await person();
    const links = [(await asked(account)).link, (await asked(account)).link];
    names.push(
      ...(await Promise.all(links.map((link) => confirmIdentity(deps, link, newClient())))).map(nameOf),
    );
    expect(await rowsOf('identities', account.id)).toBe(1);
  }
  expect(tally(names)).toEqual({ answered: rounds, invalidLink: rounds });
});

test('one token causes one mail, however often it is sent; at most three mails an hour are sent', async () => {
  const account = await person();
  const token = plain(account.email);
  const names = (await Promise.all(Array.from({ length: 20 }, () => present(token)))).map(nameOf);
  expect(tally(names)).toEqual({ identityUnconfirmed: 1, credentials: 19 });
  expect(await mailed(account.email)).toBe(1);
  const many: string[] = [];
  for (let n = 0; n < 12; n += 1) many.push(nameOf(await present(plain(account.email))));
  const mails = await mailed(account.email);
  expect(tally(many)).toEqual({ identityUnconfirmed: 12 });
  expect(mails).toBe(3);

  const key = randomUUID();
  const again = plain((await person()).email);
  const repeat = () =>
    outcomeOf(
      answerOnce(
        { name: 'signInWithGoogle', key, body: { idToken: again }, call: newClient(), deps },
        (call) => flows.signInWithGoogle({ idToken: again }, call, deps),
      ),
    );
  expect([nameOf(await repeat()), nameOf(await repeat())]).toEqual([
    'identityUnconfirmed',
    'identityUnconfirmed',
  ]);
});

test('a change of the method, the address or the status voids the link, and it expires', async () => {
  const voids: Record<string, (account: Account) => Promise<unknown>> = {
    method: async ({ id }) => {
      await changeMethod(id, 'saml', callFrom(), deps);
      await changeMethod(id, 'google', callFrom(), deps);
    },
    address: async ({ id }) => {
      const newEmail = `${randomUUID()}@northline.test`;
      await requestEmailChange({ accountId: id, newEmail }, callFrom(), deps);
      const { token } = await newestLink(deps, newEmail, 'emailChange');
      expect(await confirmEmailChange(token, callFrom(), deps)).toBe('success');
    },
    status: async ({ id }) => {
      await disableAccount(id, callFrom(), deps);
      await enableAccount(id, callFrom(), deps);
    },
    'another identity': async (account) => void (await present(issuer.token(account.email, deps.clock()))),
    'an hour': async () => deps.advance(3_600_000),
  };
  const found: Record<string, string> = {};
  for (const [what, change] of Object.entries(voids)) {
    const account = await person();
    const { link } = await asked(account);
    await change(account);
    found[what] = nameOf(await confirmIdentity(deps, link, newClient()));
    expect(await rowsOf('identities', account.id)).toBe(what === 'another identity' ? 1 : 0);
  }
  expect(found).toEqual({
    method: 'invalidLink',
    address: 'invalidLink',
    status: 'invalidLink',
    'another identity': 'invalidLink',
    'an hour': 'linkExpired',
  });
});

test('an unknown address and an account with another method get the usual refusal and no mail', async () => {
  const own = await createAccount(deps);
  const unknown = `${randomUUID()}@northline.test`;
  expect(nameOf(await present(plain(unknown)))).toBe('credentials');
  expect(nameOf(await present(plain(own.email)))).toBe('strategy');
  expect([await mailsTo(deps, unknown), await mailed(own.email)]).toEqual([[], 0]);
});
