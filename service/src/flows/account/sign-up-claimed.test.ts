/**
 * Threat A4: a signup in a domain that a company claimed for single sign-on creates no company, and gets the same answer
 * as any other.
 */
import { randomUUID } from 'node:crypto';
import { strategyMessages } from '@app/contract/calls/refusals.ts';
import { afterAll, expect, test } from 'vitest';

import { claimDomain } from '#store/accounts/accounts.ts';
import { signIn } from '#test/drivers/flow-driver.ts';
import { chosenPassword, confirm, newestLink, signUp, stateOf } from '#test/drivers/link-driver.ts';
import { nameOf, tally } from '#test/drivers/outcome.ts';
import { createAccount, createTestDeps, mailsTo, newClient } from '#test/setup/test-deps.ts';

const deps = await createTestDeps();
afterAll(() => deps.close());

const claim = (domain: string, method: 'saml' | 'google' | 'password' = 'saml') =>
  claimDomain(deps.store.durable, { domain, companyId: deps.company.id, method });
const newDomain = () => `${randomUUID()}.test`;

/** The number of companies, accounts, signups and links. */
async function made(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const { durable } = deps.store;
  for (const table of ['companies', 'accounts'] as const)
    counts[table] = (await durable.selectFrom(table).selectAll().execute()).length;
  // Expired rows without an account are written where there is nothing to create (threat A5).
  for (const table of ['signups', 'links'] as const)
    counts[table] = (
      await durable.selectFrom(table).where('expires_at', '>', new Date(0)).selectAll().execute()
    ).length;
  return counts;
}

test('it gets the usual answer, creates nothing, and its mail names single sign-on', async () => {
  const domain = newDomain();
  await claim(domain);
  const plain = await signUp(deps, `ada@${newDomain()}`, newClient());
  const before = await made();
  for (const language of ['en', 'de', 'it'] as const) {
    for (const email of [`ada-${language}@${domain}`, `Ben.${language}@${domain}`.toLowerCase()]) {
      expect(await signUp(deps, email, { ...newClient(), language })).toEqual(plain);
      expect(await mailsTo(deps, email)).toEqual([{ kind: 'signUpClaimed', values: {} }]);
      const row = deps.store.durable.selectFrom('outbox').select('language').where('recipient', '=', email);
      expect(await row.execute()).toEqual([{ language }]);
      expect(nameOf(await signIn(deps, email, chosenPassword, newClient()))).toBe('strategy');
    }
  }
  const after = await made();
  expect(after).toEqual(before);
});

test('an existing account in the domain gets the mail about it, and a claim for another method does not count', async () => {
  const domain = newDomain();
  await claim(domain);
  const { email } = await createAccount(deps, { email: `ada@${domain}`, method: 'saml' });
  await signUp(deps, email, newClient());
  expect((await mailsTo(deps, email)).map(({ kind }) => kind)).toEqual(['signUpExisting']);
  const google = newDomain();
  await claim(google, 'google');
  await signUp(deps, `ada@${google}`, newClient());
  expect((await mailsTo(deps, `ada@${google}`)).map(({ kind }) => kind)).toEqual(['signUp']);
  // A subdomain is a different domain.
  await signUp(deps, `ada@sub.${domain}`, newClient());
  expect((await mailsTo(deps, `ada@sub.${domain}`)).map(({ kind }) => kind)).toEqual(['signUp']);
});

test('its mails count against the limit of the address, together with other kinds', async () => {
  const domain = newDomain();
  await claim(domain);
  const tries = async (email: string): Promise<Record<string, number>> => {
    const names: string[] = [];
    for (let n = 0; n < 8; n += 1) names.push(nameOf(await signUp(deps, email, newClient())));
    return { ...tally(names), mails: (await mailsTo(deps, email)).length };
  };
  const claimed = await tries(`ada@${domain}`);
  const plain = await tries(`ada@${newDomain()}`);
  expect(claimed).toEqual(plain);
  expect(claimed['mails']).toBe(5);
});

test('a domain claimed between signup and confirmation: no account is created, and the answer names the reason', async () => {
  const domain = newDomain();
  const email = `ada@${domain}`;
  await signUp(deps, email, newClient());
  const link = await newestLink(deps, email, 'signUp');
  await claim(domain);
  const before = await made();
  const outcomes = await Promise.all([1, 2, 3].map(() => confirm(deps, link, newClient())));
  for (const { refusal } of outcomes)
    expect([refusal?.refusal, refusal?.message]).toEqual(['strategy', strategyMessages.saml]);
  expect(await made()).toEqual(before);

  // The link is not consumed: it confirms once the claim is removed.
  expect(await stateOf(deps, 'signup', link)).toBe('valid');
  await deps.store.durable.deleteFrom('domains').where('domain', '=', domain).execute();
  expect(nameOf(await confirm(deps, link, newClient()))).toBe('answered');
});
