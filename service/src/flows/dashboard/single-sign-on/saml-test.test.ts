/** The test sign-in over HTTP, with the answers of two other libraries: every fault is told, and nobody is signed in. */
import { afterAll, describe, expect, it } from 'vitest';
import { minutes } from '@app/contract/fields/durations.ts';
import * as limits from '@app/contract/fields/limits.ts';

import { samlAddresses } from '#security/saml/addresses.ts';
import { createDashboardDriver, type SignedIn } from '#test/drivers/dashboard-driver.ts';
import { beginSso, createSsoCompany, keysWithSaml, type SsoCompany } from '#test/drivers/sso-driver.ts';
import { type Asked, emailAttribute, idp, samlifyAnswer, samlpAnswer } from '#test/saml/saml-answers.ts';
import { faults, otherKeys } from '#test/saml/saml-test-faults.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { createAccount } from '#test/setup/test-deps.ts';

/** The libraries use the machine's clock; the service's is ahead by this. */
let ahead = 0;
const service = await createTestApp({ keys: keysWithSaml(), deps: { clock: () => Date.now() + ahead } });
const driver = createDashboardDriver(service);
afterAll(() => service.close());

type Library = (to: Asked) => Promise<string>;
const libraries: Readonly<Record<string, Library>> = {
  samlp: (to) => samlpAnswer({ sign: 'assertion', ...to }),
  samlify: (to) => samlifyAnswer('assertion', to),
};

interface Tester {
  readonly company: SsoCompany;
  readonly admin: SignedIn;
}

let domains = 0;
/** Ada is the person whom both libraries name. */
const adaDomain = 'northline.test';

async function newTester(options: Parameters<typeof createSsoCompany>[1] = {}): Promise<Tester> {
  // Each test has the domain to itself.
  await service.deps.store.durable.deleteFrom('domains').execute();
  const company = await createSsoCompany(service.deps, {
    idp,
    emailAttribute,
    domains: [adaDomain],
    ...options,
  });
  domains += 1;
  const admin = await driver.signedIn({
    companyId: company.id,
    roles: ['Admin'],
    email: `admin-${domains}@harbour-${domains}.test`,
  });
  return { company, admin };
}

/** Moves the one account of Ada into the company, or deletes it. */
async function placeAda(companyId: string | undefined, status: 'active' | 'disabled' = 'active') {
  const email = `ada@${adaDomain}`;
  await service.deps.store.durable.deleteFrom('accounts').where('email', '=', email).execute();
  if (companyId !== undefined)
    await createAccount(service.deps, { companyId, method: 'saml', email, status });
}

async function start({ company, admin }: Tester) {
  const started = await driver.call('startSamlTest', { as: admin });
  expect(started.status).toBe(200);
  const { testId, url } = started.body;
  const { request_id: requestId } = await service.deps.store.durable
    .selectFrom('saml_tests')
    .select('request_id')
    .$castTo<{ request_id: string }>()
    .where('id', '=', testId)
    .executeTakeFirstOrThrow();
  const { acs, entityId } = samlAddresses(service.deps.settings.publicUrl, company.id);
  const relayState = new URL(url).searchParams.get('RelayState') ?? '';
  return { testId, relayState, asked: { requestId, acsUrl: acs, spEntityId: entityId } };
}

const post = async (companyId: string, SAMLResponse: string, RelayState: string) =>
  (
    await service.app.inject({
      method: 'POST',
      url: `/auth/v1/saml/${companyId}/acs`,
      payload: new URLSearchParams({ SAMLResponse, RelayState }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
    })
  ).headers.location;

const read = (admin: SignedIn, testId: string) =>
  driver.call('readSamlTest', { as: admin, params: { testId } });

const edit = (answer: string, change: (xml: string) => string): string =>
  Buffer.from(change(Buffer.from(answer, 'base64').toString())).toString('base64');

describe.each(Object.entries(libraries))('with %s', (_, answerOf) => {
  it('passes with a good answer, which signs nobody in', async () => {
    const tester = await newTester();
    await placeAda(tester.company.id);
    const { testId, relayState, asked } = await start(tester);
    expect((await read(tester.admin, testId)).body).toMatchObject({ state: 'waiting', checks: [] });
    const before = await traces();
    const answer = await answerOf(asked);
    const page = await post(tester.company.id, answer, relayState);
    expect(page).toBe(`http://localhost:4000/dashboard/single-sign-on/test/${testId}`);
    expect(await traces()).toEqual(before);
    const { body } = await read(tester.admin, testId);
    expect(body.checks.filter(({ verdict }) => verdict !== 'passed')).toEqual([]);
    expect(body).toMatchObject({ state: 'passed', email: `ada@${adaDomain}` });
    expect(body.attributes.map((one) => one.name)).toContain(emailAttribute);
    expect(Math.abs(body.clockDifference ?? Infinity)).toBeLessThan(minutes(1));
    expect(body.answer).toBe(Buffer.from(answer, 'base64').toString());
    // A second answer changes nothing.
    await post(
      tester.company.id,
      edit(answer, () => 'x'),
      relayState,
    );
    expect((await read(tester.admin, testId)).body.state).toBe('passed');
    expect((await driver.call('readSamlConfiguration', { as: tester.admin })).body.testedAt).toBeDefined();
  });

  it('tells each fault', async () => {
    let told = 0;
    for (const [fault, setup] of Object.entries(faults)) {
      ahead = setup.ahead ?? 0;
      const tester = await newTester(setup.company);
      await placeAda(
        setup.account === 'none' ? undefined : tester.company.id,
        setup.account === 'disabled' ? 'disabled' : 'active',
      );
      const { testId, relayState, asked } = await start(tester);
      const good = await answerOf({ ...asked, ...setup.asked });
      await post(tester.company.id, setup.edit ? edit(good, setup.edit) : good, relayState);
      const { body } = await read(tester.admin, testId);
      const found = body.checks.find(({ check }) => check === setup.check);
      // What a check has passed is shown, also when another one failed.
      const hasEmail = body.checks.some(({ check, verdict }) => check === 'email' && verdict === 'passed');
      expect([fault, body.email !== undefined]).toEqual([fault, hasEmail]);
      expect([fault, body.state, found]).toEqual([
        fault,
        'failed',
        expect.objectContaining({ verdict: 'failed', reason: setup.reason }),
      ]);
      expect((await driver.call('readSamlConfiguration', { as: tester.admin })).body).not.toHaveProperty(
        'testedAt',
      );
      ahead = 0;
      told += 1;
    }
    expect(told).toBeGreaterThanOrEqual(10);
  });
});

it('says what was expected and what came, also after the first fault', async () => {
  const tester = await newTester({ certificates: [otherKeys.certificate] });
  await placeAda(tester.company.id);
  const { testId, relayState, asked } = await start(tester);
  await post(
    tester.company.id,
    await samlpAnswer({ sign: 'assertion', ...asked, spEntityId: 'urn:other' }),
    relayState,
  );
  const { checks } = (await read(tester.admin, testId)).body;
  expect(checks.find(({ check }) => check === 'audience')).toEqual({
    check: 'audience',
    verdict: 'failed',
    reason: 'otherAudience',
    expected: asked.spEntityId,
    received: 'urn:other',
  });
  expect(checks.find(({ check }) => check === 'certificate')).toMatchObject({
    verdict: 'failed',
    expected: expect.stringMatching(/^([\dA-F]{2}:){31}[\dA-F]{2}$/),
    received: expect.stringMatching(/^([\dA-F]{2}:){31}[\dA-F]{2}$/),
  });
  expect(checks.find(({ check }) => check === 'signature')?.verdict).toBe('notReached');
  expect(checks.find(({ check }) => check === 'account')?.verdict).toBe('notReached');
});

it('writes what nobody sees in a value as its code', async () => {
  const tester = await newTester();
  await placeAda(tester.company.id);
  const { testId, relayState, asked } = await start(tester);
  const audience = `urn:\u202Eelpmaxe\u200B:${'x'.repeat(982)}\u{1F469}`;
  await post(
    tester.company.id,
    await samlpAnswer({ sign: 'assertion', ...asked, spEntityId: audience }),
    relayState,
  );
  const { checks, answer } = (await read(tester.admin, testId)).body;
  const received = checks.find(({ check }) => check === 'audience')?.received;
  expect(received?.slice(0, 27)).toBe('urn:[U+202E]elpmaxe[U+200B]');
  expect(received?.isWellFormed()).toBe(true);
  expect(answer).toContain('urn:[U+202E]elpmaxe[U+200B]');
});

it('tells a refusal that has no assertion by its status alone', async () => {
  const tester = await newTester();
  const { testId, relayState, asked } = await start(tester);
  const answer = await samlpAnswer({ sign: 'assertion', ...asked });
  const refusal = Buffer.from(answer, 'base64')
    .toString()
    .replace(/<saml:Assertion[^]*<\/saml:Assertion>/, '')
    .replace('status:Success', 'status:RequestDenied');
  await post(tester.company.id, Buffer.from(refusal).toString('base64'), relayState);
  const { state, checks } = (await read(tester.admin, testId)).body;
  expect(state).toBe('failed');
  expect(checks.filter(({ verdict }) => verdict === 'failed')).toEqual([
    expect.objectContaining({ check: 'status', reason: 'denied' }),
  ]);
  expect(checks.filter(({ verdict }) => verdict === 'passed').map(({ check }) => check)).toEqual([
    'readable',
    'request',
  ]);
});

it('no answer crosses from a test to a sign-in, or back', async () => {
  const tester = await newTester();
  await placeAda(tester.company.id);
  const { testId, relayState, asked } = await start(tester);
  const attempt = await beginSso(service.deps, tester.company.id);
  const testAnswer = await samlpAnswer({ sign: 'assertion', ...asked });
  const signInAnswer = await samlpAnswer({ sign: 'assertion', ...asked, requestId: attempt.requestId });
  expect(await post(tester.company.id, testAnswer, attempt.relayState)).toContain(
    'error=sso-invalid-response',
  );
  await post(tester.company.id, signInAnswer, relayState);
  expect((await read(tester.admin, testId)).body.checks).toContainEqual(
    expect.objectContaining({ check: 'request', verdict: 'failed', reason: 'otherRequest' }),
  );
  // The sign-in continues nevertheless.
  expect(await post(tester.company.id, signInAnswer, attempt.relayState)).toContain('code=');
});

it("is the tester's own: another company's is 404, and a session that has ended gets no page", async () => {
  const tester = await newTester();
  const { testId, relayState, asked } = await start(tester);
  const stranger = await newTester({ domains: ['stranger.test'] });
  expect((await read(stranger.admin, testId)).status).toBe(404);
  expect((await post(stranger.company.id, 'x', relayState)) ?? '').toContain('/login?company=');
  await service.app.inject({
    method: 'POST',
    url: '/auth/v2/tokens/revoke',
    payload: { refreshToken: tester.admin.refreshToken },
  });
  const answer = await samlpAnswer({ sign: 'assertion', ...asked });
  expect(await post(tester.company.id, answer, relayState)).toContain('/login?error=sso-not-configured');
});

it('has expired, once no answer came in time', async () => {
  const tester = await newTester();
  const { testId } = await start(tester);
  ahead = limits.samlTestLifetime;
  expect((await read(tester.admin, testId)).body).toMatchObject({ state: 'expired', checks: [] });
  ahead = 0;
});

/** Every row that could sign a person in. */
async function traces() {
  const db = service.deps.store.durable;
  const [families, codes, assertions, sessions] = await Promise.all([
    db.selectFrom('families').select('id').execute(),
    db.selectFrom('sso_codes').select('code').execute(),
    db.selectFrom('used_assertions').select('assertion_id').execute(),
    db.selectFrom('saml_sessions').select('family_id').execute(),
  ]);
  return [families.length, codes.length, assertions.length, sessions.length];
}
