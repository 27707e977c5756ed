/**
 * A model of 360 people whose companies require a factor, or not: every policy, own setting, factor and method, on an
 * unknown and on a known device, and after Google where the company asks for a second step (docs/decisions/factors.md;
 * threats A19, A20).
 */
import { randomUUID } from 'node:crypto';
import { days, minutes } from '@app/contract/fields/durations.ts';
import type { Strategy } from '@app/contract/fields/vocabulary.ts';
import { afterAll, expect, test } from 'vitest';

import { flows } from '#flows/flows.ts';
import { newDeviceToken } from '#security/tokens/device-token.ts';
import type { Account } from '#store/accounts/accounts.ts';
import type { SecondStep } from '#store/connection/database.ts';
import { findWithoutFactor } from '#store/dashboard/single-sign-on/without-factor.ts';
import { setUpAuthenticator } from '#test/drivers/factor-driver.ts';
import { startGoogleIssuer } from '#test/drivers/google-issuer.ts';
import { resend, signIn, signInToCode, verify } from '#test/drivers/flow-driver.ts';
import { nameOf, outcomeOf } from '#test/drivers/outcome.ts';
import { companyWith, finishSetUp, setUpIn } from '#test/drivers/set-up-driver.ts';
import { givePasskey, passkeyBody, signInBy } from '#test/passkeys/passkey-driver.ts';
import { createAccount, createTestDeps, mailsTo, newestCode, newClient } from '#test/setup/test-deps.ts';

const issuer = await startGoogleIssuer();
const deps = await createTestDeps({ settings: { google: issuer.google } });
afterAll(async () => {
  await deps.close();
  await issuer.close();
});

const steps = ['always', 'unrecognised', 'off'] as const;
const held = ['none', 'app', 'passkey', 'both'] as const;
const devices = ['unknown', 'known'] as const;
const others: Strategy[] = ['google', 'saml'];

interface Kind {
  readonly own: SecondStep | undefined;
  readonly factors: (typeof held)[number];
  readonly device: (typeof devices)[number];
  readonly method: Strategy;
}
const kinds: readonly Kind[] = [
  ...[undefined, ...steps].flatMap((own) =>
    held.flatMap((factors) =>
      devices.map((device) => ({ own, factors, device, method: 'password' as const })),
    ),
  ),
  ...others.map((method) => ({ own: undefined, factors: 'none', device: 'unknown', method }) as const),
];
/** Of a company that asks for a second step after Google. */
const askedKinds: readonly Kind[] = [undefined, 'always' as const, 'off' as const].flatMap((own) =>
  (['none', 'app'] as const).map(
    (factors) => ({ own, factors, device: 'unknown', method: 'google' }) as const,
  ),
);

test('nobody whom the preview did not name is stopped, and nobody gets in with less than the policy says', async () => {
  const results: string[] = [];
  const expected: string[] = [];
  for (const company of steps)
    for (const [from, asked] of [undefined, 0, days(1)].flatMap((at) => [
      [at, false] as const,
      [at, true] as const,
    ])) {
      const companyId = await companyWith(deps, company, undefined);
      if (asked) await askAfterGoogle(companyId);
      const walkers = asked ? askedKinds : kinds;
      const people = await Promise.all(walkers.map((kind) => personWith(companyId, kind)));
      // Who has just asked for a code gets no other one yet.
      deps.advance(minutes(2));
      await requireFactor(companyId, from);
      const preview = await findWithoutFactor(deps.store.relaxed, companyId, { after: '', limit: 100 });
      const named = new Set(preview.map(({ id }) => id));
      const walked = people.map(async ({ account, owner, thief, own, factors, device, method }) => {
        const isNamed = named.has(account.id) ? 'named' : 'not named';
        const walks = asked || method === 'password' ? `${await owner()} ${await thief()}` : '';
        return `${company} ${from} ${own} ${factors} ${device} ${method}: ${isNamed} ${walks}`;
      });
      results.push(...(await Promise.all(walked)));
      for (const { own, factors, device, method } of walkers) {
        const step = own ?? company;
        const hasSteps = asked || method === 'password';
        const isNamed = hasSteps && step !== 'off' && factors === 'none' ? 'named' : 'not named';
        // A known device stays known to whoever has a factor.
        const isSpared = device === 'known' && step !== 'always' && !(from === 0 && factors === 'none');
        const isAsked = !isSpared && (step !== 'off' || factors === 'app' || factors === 'both');
        const walks = from !== 0 || !isAsked ? 'in in' : factors === 'none' ? 'set-up set-up' : 'in stopped';
        const said = hasSteps ? walks : '';
        expected.push(`${company} ${from} ${own} ${factors} ${device} ${method}: ${isNamed} ${said}`);
      }
    }
  expect(results).toEqual(expected);
  expect(results).toHaveLength(360);
});

/** From a moment on: milliseconds from now; undefined: never. */
async function requireFactor(companyId: string, from: number | undefined): Promise<void> {
  await deps.store.durable
    .updateTable('companies')
    .set({ factor_from: from === undefined ? null : new Date(deps.clock() + from) })
    .where('id', '=', companyId)
    .execute();
}

const askAfterGoogle = (companyId: string) =>
  deps.store.durable
    .updateTable('companies')
    .set({ provider_step: 'always' })
    .where('id', '=', companyId)
    .execute();

/** A person, with their way in and that of a thief who has the password, the mailbox and the device. */
async function personWith(companyId: string, kind: Kind) {
  const { own, factors, method } = kind;
  const account = await createAccount(deps, { companyId, method });
  const device = kind.device === 'known' ? await proveDevice(account) : undefined;
  await deps.store.durable
    .updateTable('accounts')
    .set({ second_step: own ?? null })
    .where('id', '=', account.id)
    .execute();
  const hasApp = factors === 'app' || factors === 'both';
  const app = hasApp ? await setUpAuthenticator(deps, account.id) : undefined;
  const passkey =
    factors === 'passkey' || factors === 'both' ? await givePasskey(deps, account.id) : undefined;
  return {
    ...kind,
    account,
    async owner() {
      if (!passkey) return wayIn(account, device, app);
      const byPasskey = await outcomeOf(signInBy(deps, await passkeyBody(deps, passkey)));
      return nameOf(byPasskey) === 'answered' ? 'in' : 'stopped';
    },
    thief: () => wayIn(account, device),
  };
}

/** The token of a device that a mailed code has proven. */
async function proveDevice({ id, email }: Account): Promise<string> {
  await deps.store.durable
    .updateTable('accounts')
    .set({ second_step: 'always' })
    .where('id', '=', id)
    .execute();
  const device = newDeviceToken(deps.keys);
  const { session } = await signInToCode(deps, email, newClient(), device);
  const proven = await verify(deps, email, await newestCode(deps, email), session, newClient());
  if (nameOf(proven) !== 'answered') throw new Error(`the device was not proven: ${nameOf(proven)}`);
  return device;
}

/** How far the password leads, with a code of the app or a mailed one. A set-up that can be skipped is. */
async function wayIn(
  account: Account,
  device: string | undefined,
  app?: (at: number) => string,
): Promise<string> {
  const { email } = account;
  const before = await codesTo(email);
  const { answer } =
    account.method === 'google'
      ? await byGoogle(account)
      : await signIn(deps, email, undefined, newClient(), device);
  if (answer && ('basic' in answer || 'access_token' in answer)) return 'in';
  const { session } = (answer as { mfa: { session: string } }).mfa;
  const mailed = async () => (await codesTo(email)).find((each) => !before.includes(each));
  let code = app?.(deps.clock()) ?? (await mailed());
  if (code === undefined) {
    await resend(deps, email, newClient());
    code = await mailed();
  }
  if (code === undefined) return 'stopped';
  const used = await verify(deps, email, code, session, newClient());
  const setUp = setUpIn(used);
  if (setUp) return (await finishSetUp(deps, account, { session, setUp })).answer ? 'in' : 'set-up';
  return used.answer ? 'in' : 'stopped';
}

const byGoogle = ({ id, email }: Account) => {
  const idToken = issuer.token(email, deps.clock(), { sub: id, jti: randomUUID() });
  return outcomeOf(flows.signInWithGoogle({ idToken }, newClient(), deps));
};

const codesTo = async (email: string): Promise<string[]> =>
  (await mailsTo(deps, email)).flatMap(({ kind, values }) =>
    kind === 'loginCode' ? (values?.['code'] ?? []) : [],
  );
