import { linkKinds, linkStates, type LinkState } from '@app/contract/pages/links.ts';
import { afterAll, expect, test } from 'vitest';
import { minutes } from '@app/contract/fields/durations.ts';

import type { Link } from '#store/accounts/links.ts';
import { askForNewPassword, requestEmailChange } from '#test/drivers/admin-driver.ts';
import { newDeviceLinkTo, sendDeviceLink } from '#test/drivers/device-driver.ts';
import { passkeyLinkTo } from '#test/passkeys/passkey-driver.ts';
import {
  confirm,
  identityLinkTo,
  newestLink,
  recover,
  recoverToLink,
  reset,
  signUp,
  stateOf,
} from '#test/drivers/link-driver.ts';
import { nameOf, outcomeOf, tally } from '#test/drivers/outcome.ts';
import { callFrom, createAccount, createTestDeps, mailsTo, fillCounters } from '#test/setup/test-deps.ts';

import { unknownAccount } from '#accounts/unknown-account.ts';
import { linkChecks } from '#rate-limits/rate-limits.ts';
import { flows } from '#flows/flows.ts';
import { inviteAccount } from '#test/drivers/invitation-driver.ts';
import { linkState } from './link-state.ts';

const deps = await createTestDeps();
afterAll(() => deps.close());

/** A link of an account that still wants it, or no longer. */
function linkOf(link: Pick<Link, 'kind' | 'used' | 'cancelled' | 'expiresAt'>, wanted: boolean): Link {
  const byKind = {
    invitation: { status: 'unconfirmed', method: 'password' },
    identity: { status: 'active', method: 'google' },
  } as const;
  const email = 'a@x.test';
  return {
    ...link,
    id: 'link',
    email,
    account:
      link.kind === 'signup'
        ? undefined
        : {
            ...unknownAccount,
            email,
            ...(byKind[link.kind as 'identity'] ?? { status: 'active', method: 'password' }),
            ...(!wanted && { status: 'disabled' }),
          },
    companyName: undefined,
    signUp: undefined,
    identity: undefined,
    addressTaken: link.kind === 'signup' && !wanted,
    claim: undefined,
    identityFits: true,
    passkeyId: 'passkey',
  };
}

test('every combination of a link record has exactly one state', () => {
  const flags = [false, true];
  const counts: Record<string, number> = {};
  for (const kind of linkKinds)
    for (const sameKind of flags)
      for (const sameEmail of flags)
        for (const used of flags)
          for (const cancelled of flags)
            for (const wanted of flags)
              for (const expiresAt of [99, 100, 101]) {
                const link = linkOf({ kind, used, cancelled, expiresAt }, wanted);
                const otherKind = kind === 'reset' ? 'signup' : 'reset';
                const asked = {
                  kind: sameKind ? kind : otherKind,
                  email: sameEmail ? 'a@x.test' : 'b@x.test',
                } as const;
                const state = linkState(link, asked, 100);
                let expected: LinkState = expiresAt > 100 ? 'valid' : 'expired';
                if (cancelled || !wanted) expected = 'cancelled';
                if (used) expected = 'used';
                if (!sameKind || !sameEmail) expected = 'unknown';
                expect(state).toBe(expected);
                counts[state] = (counts[state] ?? 0) + 1;
              }
  expect(linkState(undefined, { kind: 'reset', email: 'a@x.test' }, 100)).toBe('unknown');
  expect(Object.keys(counts).toSorted()).toEqual(linkStates.toSorted());
});

test('D7: checking a link of each kind ten times does not consume it', async () => {
  const account = await createAccount(deps);
  const reset1 = await recoverToLink(deps, account.email);
  await signUp(deps, 'founder@harbour.test');
  const signUp1 = await newestLink(deps, 'founder@harbour.test', 'signUp');
  const ivy = { email: 'ivy@northline.test', name: 'Ivy', language: 'en', roles: [] } as const;
  await inviteAccount({ companyId: deps.company.id, ...ivy }, callFrom(), deps);
  const invitation = await newestLink(deps, ivy.email, 'invitation');
  const gina = await createAccount(deps, { method: 'google' });
  const identity = await identityLinkTo(deps, gina);
  await sendDeviceLink(deps, account.email);
  const device = await newestLink(deps, account.email, 'deviceLink');
  const newDevice = await newDeviceLinkTo(deps, (await createAccount(deps, { secondStep: 'off' })).email);
  const passkey = await passkeyLinkTo(deps, await createAccount(deps));
  const held = { reset: reset1, signup: signUp1, invitation, identity, device, newDevice, passkey };
  const rows = () => deps.store.durable.selectFrom('links').selectAll().orderBy('id').execute();
  const before = await rows();
  for (const kind of linkKinds)
    for (let n = 0; n < 10; n += 1) expect(await stateOf(deps, kind, held[kind])).toBe('valid');
  expect(await rows()).toEqual(before);
  expect(nameOf(await reset(deps, reset1))).toBe('answered');
  expect(nameOf(await confirm(deps, signUp1))).toBe('answered');
});

test('an incomplete link is unknown, and a client may check 1,000 links that are not good in ten minutes', async () => {
  const { email } = await createAccount(deps);
  const link = await recoverToLink(deps, email);
  const call = callFrom('10.5.0.1');
  const ask = (changes: object) =>
    outcomeOf(flows.checkLink({ kind: 'reset', email, token: link.token, ...changes }, call, deps));
  for (const changes of [{ email: 'other@northline.test' }, { kind: 'invitation' }, { token: 'x' }])
    expect((await ask(changes)).answer).toEqual({ state: 'unknown' });
  await fillCounters(deps, linkChecks(call.client), 5);
  const names: string[] = [];
  for (let n = 0; n < 8; n += 1) names.push(nameOf(await ask({ token: 'x' })));
  expect(tally(names)).toEqual({ answered: 5, rateLimited: 3 });
  // Who has a good link is not kept from it.
  expect((await ask({})).answer).toEqual({ state: 'valid' });
  deps.advance(minutes(10));
  expect(nameOf(await ask({ token: 'x' }))).toBe('answered');
});

test('D6: every link of every mail begins with PUBLIC_URL', async () => {
  const settings = { ...deps.settings, publicUrl: 'https://sign-in.example' };
  const own = { ...deps, settings };
  const account = await createAccount(deps);
  const google = await createAccount(deps, { method: 'google' });
  const ivy = { email: 'ivy-2@northline.test', name: 'Ivy', language: 'en', roles: [] } as const;
  const newEmail = 'renamed@northline.test';
  await recover(own, account.email);
  await recover(own, google.email);
  await signUp(own, 'founder-2@harbour.test');
  await signUp(own, account.email);
  await inviteAccount({ companyId: deps.company.id, ...ivy }, callFrom(), own);
  await requestEmailChange({ accountId: account.id, newEmail }, callFrom(), own);
  await askForNewPassword(account.id, callFrom(), own);
  const mails = (
    await Promise.all(
      [account.email, google.email, 'founder-2@harbour.test', ivy.email, newEmail].map((to) =>
        mailsTo(deps, to),
      ),
    )
  ).flat();
  const urls = mails.map(({ values }) => values?.['url']).filter((url) => url !== undefined);
  expect(mails).toHaveLength(8);
  expect(urls).toHaveLength(6);
  for (const url of urls) expect(new URL(url).origin).toBe('https://sign-in.example');
});
