/** A company that requires a factor, and temporary passes (requirements §4 "Factors"; threats A19, A20, A22). */
import { randomUUID } from 'node:crypto';
import { days, minutes, seconds } from '@app/contract/fields/durations.ts';
import type { Strategy } from '@app/contract/fields/vocabulary.ts';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { flows } from '#flows/flows.ts';
import { newRecoveryCodes } from '#security/factors/recovery-codes.ts';
import { hashHandle } from '#security/tokens/handles.ts';
import type { Account } from '#store/accounts/accounts.ts';
import type { SecondStep } from '#store/connection/database.ts';
import { findWithoutFactor } from '#store/dashboard/single-sign-on/without-factor.ts';
import { setUpAuthenticator } from '#test/drivers/factor-driver.ts';
import { otherCode, resend, signIn, signInToCode, verify } from '#test/drivers/flow-driver.ts';
import { chosenPassword, recoverToLink, reset } from '#test/drivers/link-driver.ts';
import { nameOf, outcomeOf, tally } from '#test/drivers/outcome.ts';
import { givePasskey, passkeyBody, signInBy } from '#test/passkeys/passkey-driver.ts';
import {
  callFrom,
  createAccount,
  createTestDeps,
  mailsTo,
  newestCode,
  type TestDeps,
} from '#test/setup/test-deps.ts';

let deps: TestDeps;
beforeAll(async () => {
  deps = await createTestDeps();
});
afterAll(() => deps.close());

let clients = 0;
const newClient = () => callFrom(`198.51.${(clients += 1) >> 8}.${clients & 255}`);

/** A company with a policy. `from`: milliseconds from now; undefined: any way proves the second step. */
async function companyWith(secondStep: SecondStep, from: number | undefined): Promise<string> {
  const id = randomUUID();
  await deps.store.durable
    .insertInto('companies')
    .values({
      id,
      name: 'Harbour Works',
      second_step: secondStep,
      factor_from: from === undefined ? null : new Date(deps.clock() + from),
    })
    .execute();
  return id;
}
const personOf = async (companyId: string, changes: Parameters<typeof createAccount>[1] = {}) =>
  createAccount(deps, { companyId, ...changes });

interface SetUp {
  readonly setup: string;
  readonly secret: string;
  readonly skipUntil?: number;
}
const setUpIn = ({ answer }: { readonly answer?: object | undefined }): SetUp | undefined =>
  (answer as { setUp?: SetUp } | undefined)?.setUp;
const codeOf = ({ secret }: SetUp, at = deps.clock()) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });
/** Without a code it is skipped. */
const finish = (email: string, session: string, { setup }: SetUp, code?: string) =>
  outcomeOf(flows.verifySetUp({ email, session, setup, code }, newClient(), deps));

/** The code step by the mailed code, up to the app to set up. */
async function toSetUp({ email }: Account) {
  const { session } = await signInToCode(deps, email, newClient());
  const setUp = setUpIn(await verify(deps, email, await newestCode(deps, email), session, newClient()));
  if (setUp === undefined) throw new Error('no set-up was asked for');
  return { session, setUp };
}

test('from the day on, the set-up of an app is a step of the sign-in, and the mailed code is none any more', async () => {
  const person = await personOf(await companyWith('always', 0));
  const { email } = person;
  const { session, setUp } = await toSetUp(person);
  // The code can be typed again, after a reload too.
  const again = setUpIn(await verify(deps, email, await newestCode(deps, email), session, newClient()));
  expect(again?.secret).not.toBe(setUp.secret);

  const wrong = await finish(email, session, setUp, otherCode(codeOf(setUp), 500_000));
  expect([wrong.refusal?.refusal, wrong.refusal?.details.challenge?.triesLeft]).toEqual(['invalidCode', 4]);
  expect((await finish(email, session, setUp, codeOf(setUp))).answer).toHaveProperty('refresh_token');
  expect((await mailsTo(deps, email)).map(({ kind }) => kind)).toContain('factorChanged');
  expect(nameOf(await finish(email, session, setUp, codeOf(setUp, deps.clock() + seconds(30))))).toBe(
    'sessionExpired',
  );

  const next = await signInToCode(deps, email, newClient());
  expect(next.ways).toEqual(['authenticator']);
  expect(nameOf(await resend(deps, email))).toBe('answered');
  expect((await mailsTo(deps, email)).filter(({ kind }) => kind === 'loginCode')).toHaveLength(1);
  expect(
    nameOf(await verify(deps, email, codeOf(setUp, deps.clock() + seconds(30)), next.session, newClient())),
  ).toBe('answered');
});

test('until the day the set-up can be skipped, by the mailed code that led to it', async () => {
  const { email, ...person } = await personOf(await companyWith('always', days(1)));
  const begun = await toSetUp({ email, ...person });
  expect(begun.setUp.skipUntil).toBe(deps.clock() + days(1));
  const late = await toSetUp({ email, ...person });
  expect((await finish(email, begun.session, begun.setUp)).answer).toHaveProperty('refresh_token');
  expect(nameOf(await finish(email, begun.session, begun.setUp))).toBe('sessionExpired');

  await deps.store.durable
    .updateTable('companies')
    .set({ factor_from: new Date(deps.clock()) })
    .where('id', '=', person.companyId)
    .execute();
  expect(nameOf(await finish(email, late.session, late.setUp))).toBe('invalidCode');
  expect((await finish(email, late.session, late.setUp, codeOf(late.setUp))).answer).toHaveProperty(
    'refresh_token',
  );
});

test('A19: a mailed link does not stand for the factor that a company requires', async () => {
  const { email } = await personOf(await companyWith('always', 0));
  await reset(deps, await recoverToLink(deps, email, newClient()), newClient());
  expect((await signIn(deps, email, chosenPassword, newClient())).answer).toHaveProperty('mfa');
});

test('A20: of parallel set-ups one is stored, and one that was begun before another factor opens nothing', async () => {
  const person = await personOf(await companyWith('always', 0));
  const { email } = person;
  const begun = await Promise.all(Array.from({ length: 3 }, () => toSetUp(person)));
  const outcomes = await Promise.all(
    begun.map(({ session, setUp }) => finish(email, session, setUp, codeOf(setUp))),
  );
  expect(tally(outcomes.map(nameOf))['answered']).toBe(1);

  const other = await personOf(person.companyId);
  const late = await toSetUp(other);
  await setUpAuthenticator(deps, other.id);
  expect(nameOf(await finish(other.email, late.session, late.setUp, codeOf(late.setUp)))).toBe(
    'sessionExpired',
  );
});

test('a set-up belongs to its challenge', async () => {
  const companyId = await companyWith('always', 0);
  const [one, other] = [await personOf(companyId), await personOf(companyId)];
  const ofOne = await toSetUp(one);
  const ofOther = await toSetUp(other);
  expect(nameOf(await finish(other.email, ofOther.session, ofOne.setUp, codeOf(ofOne.setUp)))).toBe(
    'sessionExpired',
  );
  expect(nameOf(await finish(one.email, ofOther.session, ofOther.setUp, codeOf(ofOther.setUp)))).toBe(
    'sessionExpired',
  );
});

test('A22: a temporary pass leads to a new app, once, in place of the lost one, and not after its hour', async () => {
  const { id, email } = await personOf(await companyWith('always', 0));
  await setUpAuthenticator(deps, id);
  const [pass = '', late = ''] = newRecoveryCodes();
  const giving = (code: string) => ({
    account_id: id,
    code: hashHandle(code),
    made_at: new Date(deps.clock()),
    expires_at: new Date(deps.clock() + minutes(60)),
  });
  await deps.store.durable
    .insertInto('recovery_codes')
    .values([giving(pass), giving(late)])
    .execute();
  const begin = async (recoveryCode: string) => {
    const { session, ways } = await signInToCode(deps, email, newClient());
    const used = await outcomeOf(
      flows.verifyRecoveryCode({ email, session, recoveryCode }, newClient(), deps),
    );
    return { session, ways, used, setUp: setUpIn(used) ?? { setup: '', secret: 'AAAA' } };
  };
  const begun = [await begin(pass), await begin(pass)];
  expect(begun[0]?.ways).toEqual(['authenticator', 'recoveryCode']);
  const outcomes = await Promise.all(
    begun.map(({ session, setUp }) => finish(email, session, setUp, codeOf(setUp))),
  );
  expect(tally(outcomes.map(nameOf))).toEqual({ answered: 1, invalidCode: 1 });
  expect(nameOf((await begin(pass)).used)).toBe('invalidCode');
  deps.advance(minutes(60));
  const { ways } = await signInToCode(deps, email, newClient());
  expect(ways).toEqual(['authenticator']);
});

const held = ['none', 'app', 'passkey', 'both'] as const;
const steps = ['always', 'unrecognised', 'off'] as const;

test('nobody whom the preview did not name is stopped, and nobody gets in with less than the policy says', async () => {
  const results: string[] = [];
  const expected: string[] = [];
  for (const company of steps)
    for (const from of [undefined, 0, days(1)]) {
      const companyId = await companyWith(company, from);
      const people = await peopleOf(companyId);
      const preview = await findWithoutFactor(deps.store.relaxed, companyId, { after: '', limit: 100 });
      const named = new Set(preview.map(({ id }) => id));
      for (const { account, own, factors, method, owner, thief } of people) {
        const what = `${company} ${from} ${own} ${factors} ${method}`;
        const step = own ?? company;
        const asked = step !== 'off' || factors === 'app' || factors === 'both';
        const stopped = method === 'password' && step !== 'off' && factors === 'none';
        expect([what, named.has(account.id)]).toEqual([what, stopped]);
        if (method !== 'password') continue;
        results.push(`${what}: ${await owner()} ${await thief()}`);
        const [byOwner, byThief] =
          from !== 0 || !asked ? ['in', 'in'] : factors === 'none' ? ['set-up', 'set-up'] : ['in', 'stopped'];
        expected.push(`${what}: ${byOwner} ${byThief}`);
      }
    }
  expect(results).toEqual(expected);
  expect(results).toHaveLength(144);
});

/** One person of each kind: with their way in, and that of a thief who has the password and the mailbox. */
async function peopleOf(companyId: string) {
  const kinds = [undefined, ...steps].flatMap((own) => held.map((factors) => ({ own, factors })));
  const others: Strategy[] = ['google', 'saml'];
  return Promise.all([
    ...kinds.map(({ own, factors }) => personWith(companyId, { own, factors, method: 'password' })),
    ...others.map((method) => personWith(companyId, { own: undefined, factors: 'none', method })),
  ]);
}

async function personWith(
  companyId: string,
  kind: { own: SecondStep | undefined; factors: (typeof held)[number]; method: Strategy },
) {
  const { own, factors, method } = kind;
  const account = await personOf(companyId, { method, ...(own && { secondStep: own }) });
  const { email } = account;
  const hasApp = factors === 'app' || factors === 'both';
  const app = hasApp ? await setUpAuthenticator(deps, account.id) : undefined;
  const passkey =
    factors === 'passkey' || factors === 'both' ? await givePasskey(deps, account.id) : undefined;
  const inBy = async (codeNow: () => Promise<string> | string): Promise<string> => {
    const { answer } = await signIn(deps, email, undefined, newClient());
    if (answer && 'basic' in answer) return 'in';
    const { session } = (answer as { mfa: { session: string } }).mfa;
    const code = await codeNow();
    const used = code === '' ? undefined : await verify(deps, email, code, session, newClient());
    const setUp = used && setUpIn(used);
    if (setUp) return (await finish(email, session, setUp)).answer ? 'in' : 'set-up';
    return used?.answer ? 'in' : 'stopped';
  };
  /** The mailed code, asked for if none was mailed; empty: there is none to be had. */
  const mailedCode = async (): Promise<string> => {
    if ((await mailsTo(deps, email)).length === 0) await resend(deps, email, newClient());
    return (await mailsTo(deps, email)).some(({ kind }) => kind === 'loginCode')
      ? newestCode(deps, email)
      : '';
  };
  return {
    account,
    ...kind,
    async owner() {
      if (passkey)
        return nameOf(await outcomeOf(signInBy(deps, await passkeyBody(deps, passkey)))) === 'answered'
          ? 'in'
          : 'stopped';
      return inBy(() => (app ? app(deps.clock()) : mailedCode()));
    },
    thief: () => inBy(mailedCode),
  };
}
