/** The rule, and every door that asks it, in each state of the address's domain. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { confirmEmailChange } from '#flows/account/email-change.ts';
import { flows } from '#flows/flows.ts';
import { claimDomain } from '#store/accounts/accounts.ts';
import { sendDeviceLink } from '#test/drivers/device-driver.ts';
import type { SignedIn } from '#test/drivers/dashboard-driver.ts';
import { createDomainDriver } from '#test/drivers/domain-driver.ts';
import { signIn } from '#test/drivers/flow-driver.ts';
import { newSubject, startGoogleIssuer } from '#test/drivers/google-issuer.ts';
import {
  accept,
  confirm,
  newestLink,
  recover,
  recoverToLink,
  reset,
  signUp,
} from '#test/drivers/link-driver.ts';
import { nameOf, outcomeOf } from '#test/drivers/outcome.ts';
import { createTestApp, type TestApp } from '#test/setup/test-app.ts';
import { callFrom, createAccount, mailsTo, type TestDeps } from '#test/setup/test-deps.ts';

import { whyNotSo } from './sign-in-rule.ts';

let issuer: Awaited<ReturnType<typeof startGoogleIssuer>>;
let service: TestApp;
let deps: TestDeps;
let driver: ReturnType<typeof createDomainDriver>;
beforeAll(async () => {
  issuer = await startGoogleIssuer();
  service = await createTestApp({ settings: { google: issuer.google } });
  ({ deps } = service);
  driver = createDomainDriver(service);
});
afterAll(async () => {
  await service.close();
  await issuer.close();
});

test.each([
  ['a free address', { method: 'password', claim: undefined }, undefined],
  ['the own domain', { method: 'password', claim: { companyId: 'ours', method: 'saml' } }, undefined],
  [
    "another company's domain",
    { method: 'google', claim: { companyId: 'theirs', method: 'password' } },
    'claimedElsewhere',
  ],
  [
    'an account from before',
    { method: 'password', isEstablished: true, claim: { companyId: 'theirs', method: 'saml' } },
    undefined,
  ],
  [
    'a lost address',
    { method: 'password', isEstablished: true, addressLost: true, claim: undefined },
    'claimedElsewhere',
  ],
  ['single sign-on outside', { method: 'saml', claim: undefined }, 'ssoNotConfigured'],
  [
    'a password where it is required',
    { method: 'password', ssoRequired: true, claim: { companyId: 'ours', method: 'saml' } },
    'ssoRequired',
  ],
  [
    'an address outside where it is required',
    { method: 'saml', ssoRequired: true, claim: undefined },
    'outsideDomains',
  ],
] as const)('%s', (_, of, reason) => expect(whyNotSo({ companyId: 'ours', ...of })).toBe(reason));

const caller = () => callFrom(`2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::`);
const kindsTo = async (email: string) => (await mailsTo(deps, email)).map(({ kind }) => kind);
const said = (status: number, reason?: string): string => (status < 300 ? (reason ?? 'done') : `${status}`);

/** Prepares a case while the domain is free; what it returns is tried once the domain is in its state. */
type Door = (at: { readonly admin: SignedIn; readonly email: string }) => Promise<() => Promise<string>>;

const invited = async ({ admin, email }: Parameters<Door>[0], method: 'password' | 'google' = 'password') =>
  createAccount(deps, {
    companyId: admin.account.companyId,
    email,
    status: 'unconfirmed',
    method,
  });
const confirmed = ({ admin, email }: Parameters<Door>[0], method: 'password' | 'google' = 'password') =>
  createAccount(deps, { companyId: admin.account.companyId, email, method, secondStep: 'off', roles: [] });
const freshAdmin = (admin: SignedIn) => driver.signedIn({ companyId: admin.account.companyId });
const byGoogle = async (email: string) => {
  const idToken = issuer.token(email, deps.clock(), { sub: newSubject(), email_verified: true });
  return nameOf(await outcomeOf(flows.signInWithGoogle({ idToken }, caller(), deps)));
};

const doors: Record<string, Door> = {
  'sign-up':
    async ({ email }) =>
    async () => {
      await signUp(deps, email, caller());
      return (await kindsTo(email)).join();
    },
  'sign-up confirmation': async ({ email }) => {
    await signUp(deps, email, caller());
    const link = await newestLink(deps, email, 'signUp');
    return async () => nameOf(await confirm(deps, link, caller()));
  },
  invite:
    async ({ admin, email }) =>
    async () => {
      const as = await freshAdmin(admin);
      const { body } = await driver.call('invite', { as, body: { invitations: [{ email }] } });
      return body.results[0]?.reason ?? 'done';
    },
  resend: async (at) => {
    const { id } = await invited(at);
    return async () => {
      const as = await freshAdmin(at.admin);
      return (
        (await driver.call('resendInvitations', { as, body: { ids: [id] } })).body.results[0]?.reason ??
        'done'
      );
    };
  },
  accept: async ({ admin, email }) => {
    await driver.call('invite', { as: admin, body: { invitations: [{ email }] } });
    const link = await newestLink(deps, email, 'invitation');
    return async () => nameOf(await accept(deps, link, caller()));
  },
  'change of address': async (at) => {
    const { id } = await createAccount(deps, { companyId: at.admin.account.companyId });
    return async () => {
      const as = await freshAdmin(at.admin);
      const body = { email: at.email };
      return said((await driver.call('requestEmailChange', { as, params: { userId: id }, body })).status);
    };
  },
  'confirmed change of address': async ({ admin, email }) => {
    const { id } = await createAccount(deps, { companyId: admin.account.companyId });
    await driver.call('requestEmailChange', { as: admin, params: { userId: id }, body: { email } });
    const { token } = await newestLink(deps, email, 'emailChange');
    return () => confirmEmailChange(token, caller(), deps);
  },
  'change of method': async (at) => {
    const { id } = await confirmed(at);
    return async () => {
      const as = await freshAdmin(at.admin);
      const { body } = await driver.call('changeUsers', {
        as,
        body: { ids: [id], change: { method: 'google' } },
      });
      return body.results[0]?.reason ?? 'done';
    };
  },
  'enabling of an invited account': async (at) => {
    const { id } = await invited(at, 'google');
    await driver.call('changeUsers', { as: at.admin, body: { ids: [id], change: { status: 'disabled' } } });
    return async () => {
      const as = await freshAdmin(at.admin);
      const { body } = await driver.call('changeUsers', {
        as,
        body: { ids: [id], change: { status: 'active' } },
      });
      return body.results[0]?.reason ?? 'done';
    };
  },
  password: async (at) => {
    await confirmed(at);
    return async () => nameOf(await signIn(deps, at.email, undefined, caller()));
  },
  recovery: async (at) => {
    await confirmed(at);
    return async () => {
      await recover(deps, at.email, caller());
      return (await kindsTo(at.email)).join() || 'nothing';
    };
  },
  reset: async (at) => {
    await confirmed(at);
    const link = await recoverToLink(deps, at.email, caller());
    return async () => nameOf(await reset(deps, link, caller()));
  },
  'device link': async (at) => {
    await confirmed(at);
    return async () => {
      await sendDeviceLink(deps, at.email, caller());
      return (await kindsTo(at.email)).join() || 'nothing';
    };
  },
  Google: async (at) => {
    await confirmed(at, 'google');
    return async () => (await byGoogle(at.email)).replace('identityUnconfirmed', 'answered');
  },
};

/**
 * The outcome of each call: the domain is unclaimed, ours, another company's with single sign-on, or was ours before.
 */
const expected: Record<string, readonly [free: string, ours: string, theirs: string, taken: string]> = {
  'sign-up': ['signUp', 'signUp', 'signUpClaimed', 'signUp'],
  'sign-up confirmation': ['answered', 'answered', 'strategy', 'answered'],
  invite: ['done', 'done', 'claimedElsewhere', 'claimedElsewhere'],
  resend: ['done', 'done', 'claimedElsewhere', 'claimedElsewhere'],
  accept: ['answered', 'answered', 'invalidLink', 'invalidLink'],
  'change of address': ['done', 'done', '422', '422'],
  'confirmed change of address': ['success', 'success', 'unknown', 'unknown'],
  'change of method': ['done', 'done', 'claimedElsewhere', 'claimedElsewhere'],
  'enabling of an invited account': ['invitedAgain', 'invitedAgain', 'claimedElsewhere', 'claimedElsewhere'],
  password: ['answered', 'answered', 'answered', 'credentials'],
  recovery: ['passwordReset', 'passwordReset', 'passwordReset', 'nothing'],
  reset: ['answered', 'answered', 'answered', 'invalidLink'],
  'device link': ['deviceLink', 'deviceLink', 'deviceLink', 'nothing'],
  Google: ['answered', 'answered', 'answered', 'strategy'],
};

const states: Record<string, (admin: SignedIn, domain: string) => Promise<void>> = {
  free: () => Promise.resolve(),
  ours: async (admin, domain) => void (await driver.claimed(admin, domain)),
  theirs: async (_, domain) => {
    const { account } = await driver.newAdmin();
    await claimDomain(deps.store.durable, { domain, companyId: account.companyId, method: 'saml' });
  },
  taken: async (admin, domain) => {
    await driver.claimed(admin, domain);
    await deps.store.durable
      .updateTable('domain_claims')
      .set({ lost_at: new Date(deps.clock()) })
      .where('domain', '=', domain)
      .execute();
    await driver.claimed(await driver.newAdmin(), domain);
  },
};

test.each(Object.keys(doors))('%s asks the rule in every state of the domain', async (door) => {
  const outcomes: string[] = [];
  for (const become of Object.values(states)) {
    const admin = await driver.newAdmin();
    const domain = `${randomUUID()}.example`;
    const enter = await doors[door]?.({ admin, email: `ada@${domain}` });
    await become(admin, domain);
    outcomes.push((await enter?.()) ?? '');
  }
  expect(outcomes).toEqual(expected[door]);
});
