/**
 * The test sign-in: the provider is asked as in a sign-in, and its answer is judged check by check. It signs nobody in:
 * its request is not in `saml_requests`, so no part of its answer can open a session, and nothing is activated.
 */
import { randomUUID } from 'node:crypto';
import type { SamlConfiguration } from '@app/contract/calls/saml-configuration.ts';
import type { SamlTest } from '@app/contract/dashboard/saml-test.ts';
import { revealedText } from '@app/contract/fields/shown-name.ts';

import type { Call, Deps, Flow } from '#deps.ts';
import { adminChange } from '#flows/dashboard/admin-change.ts';
import { ssoLogins } from '#rate-limits/rate-limits.ts';
import { countTries } from '#rate-limits/rate-limiter.ts';
import { Refusal } from '#refusal.ts';
import { samlAddresses } from '#security/saml/addresses.ts';
import { newRequestId, sendAuthnRequest } from '#security/saml/authn-request.ts';
import type { Sent } from '#security/saml/binding.ts';
import { decryptionKeysOf, type SamlKeys } from '#security/saml/keys.ts';
import { reportSamlResponse, type SamlVerdict } from '#security/saml/report.ts';
import { hashHandle, newHandle } from '#security/tokens/handles.ts';
import { canBeCompanyId, findSamlConfiguration } from '#store/accounts/saml-configurations.ts';
import { findActor } from '#store/dashboard/actor.ts';
import { findConfigurationState } from '#store/dashboard/single-sign-on/configuration-state.ts';
import {
  answerSamlTest,
  findSamlTest,
  findSamlTestOf,
  findTestedAccount,
  insertSamlTest,
  type SamlTestRow,
} from '#store/dashboard/single-sign-on/saml-tests.ts';

/** Throws `Refusal('ssoNotConfigured')` without a provider, and while the service has no SAML key. */
export const startSamlTest: Flow<'startSamlTest'> = async (_input, call, deps) =>
  adminChange(call, deps, async ({ db, companyId, now, audit }) => {
    const { saml } = deps.keys;
    const configuration = await findSamlConfiguration(db, companyId);
    const state = await findConfigurationState(db, companyId);
    if (configuration === undefined || state === undefined || saml === undefined)
      throw new Refusal('ssoNotConfigured');
    const [testId, requestId, handle] = [randomUUID(), newRequestId(), newHandle()];
    await insertSamlTest(db, {
      id: testId,
      companyId,
      accountId: call.actor.account.id,
      familyId: call.actor.familyId,
      requestId,
      relayState: hashHandle(handle),
      revision: state.revision,
      startedAt: now,
    });
    audit({ action: 'samlTested', targetId: testId });
    const sent = requestOfTest({ requestId, handle, provider: configuration, now }, saml, deps);
    // A form can be posted only by a page of the service.
    const { test } = samlAddresses(deps.settings.publicUrl, companyId);
    return { testId, url: 'to' in sent ? sent.to : `${test}?state=${handle}` };
  });

const requestOfTest = (
  {
    requestId,
    handle,
    provider,
    now,
  }: {
    readonly requestId: string;
    readonly handle: string;
    readonly provider: SamlConfiguration;
    readonly now: number;
  },
  keys: SamlKeys,
  deps: Deps,
): Sent => {
  const { entityId, acs } = samlAddresses(deps.settings.publicUrl, provider.companyId);
  const request = { id: requestId, spEntityId: entityId, acsUrl: acs, relayState: handle, now };
  return sendAuthnRequest({ ...request, provider }, keys);
};

/**
 * The request of a started test for a provider that takes HTTP-POST only; redirects to the set-up if no test is
 * waiting.
 *
 * @param handle its RelayState
 */
export async function sendSamlTest(
  companyId: string,
  handle: string | undefined,
  call: Call,
  deps: Deps,
): Promise<Sent> {
  const now = deps.clock();
  await countTries(ssoLogins(call.client), deps, now);
  const { relaxed } = deps.store;
  const { saml } = deps.keys;
  const known = handle !== undefined && canBeCompanyId(companyId);
  const test = known ? await findSamlTestOf(relaxed, hashHandle(handle), companyId) : undefined;
  const waits = test !== undefined && test.answeredAt === undefined && test.expiresAt > now;
  const provider = waits ? await findSamlConfiguration(relaxed, companyId) : undefined;
  if (handle === undefined || test === undefined || provider === undefined || saml === undefined)
    return { to: `${deps.settings.publicUrl}/dashboard/single-sign-on` };
  return requestOfTest({ requestId: test.requestId, handle, provider, now }, saml, deps);
}

export const readSamlTest: Flow<'readSamlTest'> = async ({ params: { testId } }, { actor }, deps) => {
  const test = await findSamlTest(deps.store.relaxed, actor.account.companyId, testId);
  if (test === undefined) throw new Refusal('notFound');
  const { answeredAt, report, answer } = test;
  return {
    testId,
    state: stateOf(test, deps.clock()),
    startedAt: test.startedAt,
    ...(answeredAt !== undefined && { answeredAt }),
    checks: report?.checks ?? [],
    attributes: report?.attributes ?? [],
    ...(report?.nameId !== undefined && { nameId: report.nameId }),
    ...(report?.email !== undefined && { email: report.email }),
    ...(report?.clockDifference !== undefined && { clockDifference: report.clockDifference }),
    ...(answer !== undefined && { answer }),
  };
};

function stateOf({ answeredAt, passed, expiresAt }: SamlTestRow, now: number): SamlTest['state'] {
  if (answeredAt !== undefined) return passed ? 'passed' : 'failed';
  return expiresAt <= now ? 'expired' : 'waiting';
}

/**
 * Judges an answer whose RelayState is a test's. Returns the page of its result, or undefined if there is no such test,
 * or if the tester is no longer a signed-in admin of the company.
 *
 * @param relayState its SHA-256
 */
export async function finishSamlTest(
  companyId: string,
  posted: { readonly samlResponse: string | undefined; readonly relayState: Buffer },
  call: Call,
  deps: Deps,
): Promise<string | undefined> {
  const now = deps.clock();
  const { relaxed } = deps.store;
  const test = await findSamlTestOf(relaxed, posted.relayState, companyId);
  if (test === undefined) return undefined;
  const tester = await findActor(relaxed, test, now);
  if (tester === undefined || !tester.isAdmin || tester.account.companyId !== test.companyId)
    return undefined;
  if (test.answeredAt === undefined && test.expiresAt > now)
    await judge(test, posted.samlResponse ?? '', deps, now);
  call.log.info({ step: 'sso.test', companyId, testId: test.id }, 'a test sign-in was answered');
  return `${deps.settings.publicUrl}/dashboard/single-sign-on/test/${test.id}`;
}

async function judge(test: SamlTestRow, samlResponse: string, deps: Deps, now: number): Promise<void> {
  const { companyId, requestId } = test;
  const { saml } = deps.keys;
  const configuration = await findSamlConfiguration(deps.store.relaxed, companyId);
  if (configuration === undefined || saml === undefined) return;
  const { entityId, acs } = samlAddresses(deps.settings.publicUrl, companyId);
  const { checks, answer, accepted, ...read } = await reportSamlResponse(samlResponse, {
    configuration,
    requestId,
    acsUrl: acs,
    spEntityId: entityId,
    decryptionKeys: decryptionKeysOf(saml),
    now,
  });
  const verdicts = await judgePerson(checks, accepted ? read.email : undefined, companyId, deps);
  const passed = accepted && verdicts.every(({ verdict }) => verdict === 'passed');
  const report = { ...read, checks: verdicts };
  // PostgreSQL stores no U+0000, which no XML contains either.
  const text = answer && revealedText(answer.replaceAll('\0', ''));
  await answerSamlTest(deps.store.durable, test, { passed, report, answer: text }, now);
}

/** The verdicts about the domain of the address and its account. */
async function judgePerson(
  checks: readonly SamlVerdict[],
  email: string | undefined,
  companyId: string,
  deps: Deps,
): Promise<SamlVerdict[]> {
  if (email === undefined) return [...checks];
  const found = await findTestedAccount(deps.store.relaxed, companyId, email);
  const verdict = (one: SamlVerdict): SamlVerdict => {
    if (one.check === 'domain')
      return found.ownDomain
        ? { ...one, verdict: 'passed' }
        : {
            ...one,
            verdict: 'failed',
            reason: 'outsideDomains',
            expected: found.domains.join(' ').slice(0, 1000),
            received: email,
          };
    if (one.check !== 'account') return one;
    if (found.status === undefined)
      return { ...one, verdict: 'failed', reason: 'unknownAccount', received: email };
    if (found.status === 'disabled')
      return { ...one, verdict: 'failed', reason: 'disabledAccount', received: email };
    const otherMethod = found.method !== 'saml';
    return { ...one, verdict: 'passed', ...(otherMethod && { reason: 'otherMethod' as const }) };
  };
  return checks.map(verdict);
}
