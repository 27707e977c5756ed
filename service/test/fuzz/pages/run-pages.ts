/**
 * Fuzzes what browsers, providers and our apps send to addresses that the OpenAPI document does not have, and reports a
 * row for each: forms without script, single sign-on and logout, reports.
 */
import { Agent } from 'node:http';
import { emailChangeCancelPath, emailChangePath } from '@app/contract/pages/links.ts';
import { minutes } from '@app/contract/fields/durations.ts';
import fc from 'fast-check';

import { formPages, readForm } from '#http/forms/forms.ts';
import { curlLine, exchange } from '#test/fuzz/calls/exchange.ts';
import { createPeople, type FuzzedService, type People } from '#test/fuzz/calls/people.ts';
import type { CallRow, CallsOptions } from '#test/fuzz/calls/run-calls.ts';

import { formRequestsTo } from './form-requests.ts';
import { script } from './hostile-texts.ts';
import { faultOfPage, type PageRules } from './page-check.ts';
import { type PageRequest, fuzzedProvider, messageText, type MessageFacts } from './provider-messages.ts';
import { answerPosts, loginVisits, logoutPosts, logoutVisits } from './provider-requests.ts';
import { logBatches, policyReports } from './report-requests.ts';
import { samlAddresses } from '#security/saml/addresses.ts';
import { beginSso, createSsoCompany, createSsoPerson } from '#test/drivers/sso-driver.ts';
import { callFrom, type TestDeps } from '#test/setup/test-deps.ts';

interface FuzzedPage {
  readonly name: string;
  readonly call: string;
  readonly requests: fc.Arbitrary<PageRequest>;
  readonly rules: PageRules;
}

const ofForm: PageRules = { statuses: [200, 303, 401, 403, 409, 410, 422], cookies: true };
const ofReport: PageRules = { statuses: [204, 403, 422], cookies: false };

const page = (
  call: string,
  requests: fc.Arbitrary<PageRequest>,
  rules: PageRules,
  name = call.replace(/^\w+ /, ''),
): FuzzedPage => ({ name, call, requests, rules });

const form = (path: string, fields: readonly string[]): FuzzedPage =>
  page(`POST ${path}`, formRequestsTo(path, fields), ofForm, path.replace('/auth/v1/users', '…'));

const fuzzedPages: readonly FuzzedPage[] = [
  ...formPages.map((path) => form(path, Object.keys(readForm(path, new URLSearchParams(), 'web').body))),
  ...[emailChangePath, emailChangeCancelPath].map((path) => form(path, ['token'])),
  form('/login/success', []),
  page('GET /auth/v1/saml/{id}/login', loginVisits, { statuses: [302, 303], cookies: false }, 'sso login'),
  page('POST /auth/v1/saml/{id}/acs', answerPosts, { statuses: [303], cookies: false }, 'sso answer'),
  page(
    'GET /auth/v1/saml/{id}/logout',
    logoutVisits,
    { statuses: [303], cookies: false },
    'logout, redirected',
  ),
  page('POST /auth/v1/saml/{id}/logout', logoutPosts, { statuses: [303], cookies: false }, 'logout, posted'),
  page('POST /csp-report', policyReports, ofReport),
  page('POST /log-intake', logBatches, ofReport),
];

/** After this many requests an account's own limits would answer instead of the page: the clock moves on. */
const requestsOfAClock = 50;

interface Run extends CallsOptions {
  readonly service: FuzzedService;
  readonly people: People;
  readonly company: ProviderCompany;
  readonly agent: Agent;
  readonly pace: { sent: number };
}

export async function fuzzPages(service: FuzzedService, options: CallsOptions): Promise<CallRow[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  try {
    const people = await createPeople(service);
    const company = await createProviderCompany(service.deps);
    const pace = { sent: 0 };
    const rows: CallRow[] = [];
    for (const [index, fuzzed] of fuzzedPages.entries()) {
      const seed = options.seed + index;
      rows.push(await fuzzPage(fuzzed, { ...options, seed, service, people, company, agent, pace }));
    }
    return rows;
  } finally {
    agent.destroy();
  }
}

async function fuzzPage(
  { name, call, requests, rules }: FuzzedPage,
  { seed, requests: runs, service, people, company, agent, pace }: Run,
): Promise<CallRow> {
  const { url } = service;
  const { publicUrl } = service.deps.settings;
  const statuses = new Map<number, number>();
  let sent = 0;

  async function filled(request: PageRequest) {
    const { message } = request;
    const text =
      message === undefined ? '' : messageText(message, await company.attempt(people.nextClient()));
    const fill = (from: string): string =>
      from
        .replaceAll('{{message}}', () => text)
        .replaceAll('{{provider company}}', company.id)
        .replaceAll('{{own origin}}', publicUrl)
        .replaceAll('{{way back}}', encodeURIComponent(`${publicUrl}/login/sso?state=x`));
    return people.filled({
      ...request,
      target: sendable(fill(request.target)),
      body: request.body === undefined ? undefined : fill(request.body),
      headers: Object.fromEntries(Object.entries(request.headers).map(([key, value]) => [key, fill(value)])),
      caller: 'nobody',
      odd: undefined,
    });
  }

  async function tryRequest(request: PageRequest): Promise<void> {
    if (pace.sent % requestsOfAClock === 0) {
      service.deps.advance(minutes(61));
      await people.renewAll();
      await people.restoreBelongings();
    }
    pace.sent += 1;
    sent += 1;
    const answer = await exchange(url, await filled(request), agent);
    if (answer === undefined) throw new Error('no answer within 20 seconds');
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    const origins = [publicUrl, new URL(fuzzedProvider.ssoUrl).origin];
    const fault = faultOfPage(answer, { rules, origins, secrets: people.secretsOf('admin'), script });
    if (fault !== undefined) throw new Error(fault);
  }

  const checked = fc.asyncProperty(requests, tryRequest);
  const result = await fc.check(checked, { seed, numRuns: runs, endOnFailure: false });
  const [smallest] = result.counterexample ?? [];
  const cause = result.errorInstance instanceof Error ? result.errorInstance.message : '';
  return {
    name,
    call,
    requests: sent,
    statuses,
    failure: result.failed ? `${cause}\n    ${smallest && shown(url, smallest)}` : undefined,
  };
}

/** Node's client sends no other signs in an address; the service's parser would refuse them before any page. */
const sendable = (target: string): string => target.replaceAll(/[^\x21-\x7e]/g, '%20');

const shown = (url: string, request: PageRequest): string =>
  curlLine(url, { ...request, caller: 'nobody', odd: undefined }) +
  (request.message === undefined ? '' : `\n    where {{message}} is ${JSON.stringify(request.message)}`);

interface ProviderCompany {
  readonly id: string;
  /** Begins a sign-in and says what the provider's answer to it has to name. */
  attempt(client: string): Promise<MessageFacts>;
}

export async function createProviderCompany(deps: TestDeps): Promise<ProviderCompany> {
  const company = await createSsoCompany(deps, fuzzedProvider);
  const { email } = await createSsoPerson(deps, company, { roles: ['User'], secondStep: 'off' });
  const addresses = samlAddresses(deps.settings.publicUrl, company.id);
  return {
    id: company.id,
    async attempt(client) {
      const { requestId, relayState } = await beginSso(deps, company.id, callFrom(client));
      return { requestId, relayState, email, now: deps.clock(), addresses };
    },
  };
}
