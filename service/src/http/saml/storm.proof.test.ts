/** Issue 4, 2.3: many parallel sign-ins, and a flood of forgeries, over HTTP. Each answer has its own client. */
import { afterAll, expect, test } from 'vitest';

import { samlForgeries } from '#test/saml/saml-forgeries.ts';
import { createTestIdp, makeSigningKeys } from '#test/saml/saml-idp.ts';
import {
  type Attempt,
  beginSso,
  createSsoCompany,
  createSsoPerson,
  exchange,
  keysWithSaml,
  respond,
  readRedirect,
} from '#test/drivers/sso-driver.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { newClient } from '#test/setup/test-deps.ts';

const service = await createTestApp({ keys: keysWithSaml(), deps: { clock: Date.now } });
const company = await createSsoCompany(service.deps);
afterAll(() => service.close());

async function post(SAMLResponse: string, { relayState }: Attempt, remoteAddress = newClient().client) {
  const answer = await service.app.inject({
    method: 'POST',
    url: `/auth/v1/saml/${company.id}/acs`,
    remoteAddress,
    payload: new URLSearchParams({ SAMLResponse, RelayState: relayState }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
  });
  return { status: answer.statusCode, ...readRedirect(answer.headers.location ?? '/') };
}

/** A person with an attempt under way, and the answer that lets them in. */
async function person() {
  const { email } = await createSsoPerson(service.deps, company);
  const attempt = await beginSso(service.deps, company.id);
  return { attempt, answer: respond(service.deps, company, attempt, { email, sign: 'assertion' }) };
}

const count = (values: readonly (string | number)[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
};

test('300 parallel genuine answers of 300 people are all accepted', async () => {
  const people = await Promise.all(Array.from({ length: 300 }, person));
  const answers = await Promise.all(people.map(({ answer, attempt }) => post(answer, attempt)));
  const inside = answers.filter(({ code }) => code !== undefined).length;
  const statuses = count(answers.map(({ status }) => status));
  console.log(`2.3: 300 honest answers at once: ${inside} in, statuses:`, statuses);
  expect(statuses).toEqual({ 303: 300 });
  expect(inside).toBe(300);
});

test('40 parallel expensive forgeries do not prevent sign-ins, not even for the request that they name', async () => {
  const { deps } = service;
  const [bystander, victim] = [await person(), await person()];
  const stranger = createTestIdp(company.idp.entityId, await makeSigningKeys());
  const forgeries = samlForgeries(deps.clock(), stranger, (changes) =>
    respond(deps, company, victim.attempt, changes),
  );
  const flood = forgeries.slice(0, 40).map(([, answer]) => post(answer, victim.attempt, '198.51.100.7'));
  const honest = await post(bystander.answer, bystander.attempt);
  const refused = await Promise.all(flood);
  const codes = [honest.code, (await post(victim.answer, victim.attempt)).code];
  const signedIn = await exchange(deps, bystander.attempt, codes[0] ?? '');
  console.log(
    `2.3: ${flood.length} forgeries at once:`,
    count(refused.map(({ status, error }) => `${status} ${error}`)),
    `bystander ${honest.status}, in: ${codes.map((code) => code !== undefined).join(', ')}`,
  );
  expect(refused.filter(({ code }) => code !== undefined)).toEqual([]);
  expect(refused.filter(({ status }) => status >= 500)).toEqual([]);
  expect(codes.filter(Boolean)).toHaveLength(2);
  expect('answer' in signedIn || 'refusal' in signedIn).toBe(true);
});

test('C10: the refusals of a request are counted, and prevent neither it nor other sign-ins of its company', async () => {
  const { deps } = service;
  const [victim, colleague] = [await person(), await person()];
  const junk = respond(deps, company, victim.attempt, { sign: 'none' });
  for (let tries = 0; tries < 25; tries++) await post(junk, victim.attempt);
  const rows = await deps.store.durable
    .selectFrom('throttles')
    .select(['key', 'wrong'])
    .$castTo<{ wrong: number }>()
    .where('key', 'like', 'sso-refused:request:%')
    .execute();
  const most = Math.max(...rows.map(({ wrong }) => wrong));
  const inside = [await post(victim.answer, victim.attempt), await post(colleague.answer, colleague.attempt)];
  console.log(
    `2.3: 25 refusals of one request, ${most} counted; then in: ${inside.filter(({ code }) => code).length} of 2`,
  );
  expect(most).toBe(20);
  expect(inside.map(({ code }) => code !== undefined)).toEqual([true, true]);
});

test('C10: 65 people of one office who are refused by their provider are told so, and count as no forgery', async () => {
  const { deps } = service;
  const office = '198.51.100.8';
  const errors: (string | undefined)[] = [];
  for (let n = 0; n < 65; n += 1) {
    const { attempt } = await person();
    const denied = respond(deps, company, attempt, {
      sign: 'none',
      change: (xml) => xml.replace('status:Success', 'status:RequestDenied'),
    });
    errors.push((await post(denied, attempt, office)).error);
  }
  console.log('C10: 65 people of one office whose provider refused:', count(errors.map(String)));
  expect(count(errors.map(String))).toEqual({ 'sso-denied': 65 });
});
