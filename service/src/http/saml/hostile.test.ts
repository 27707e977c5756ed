/** Hostile SAML answers over HTTP (threats C1, C4): each gets a code, an error or a page, never a 5xx. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { samlAddresses } from '#security/saml/addresses.ts';
import { processorTime } from '#test/setup/processor.ts';
import { type Asked, emailAttribute, idp, samlifyAnswer, samlpAnswer } from '#test/saml/saml-answers.ts';
import { samlCases } from '#test/saml/saml-cases.ts';
import { stranger, wrappings } from '#test/saml/saml-wrapping.ts';
import {
  type Attempt,
  beginSso,
  createSsoCompany,
  keysWithSaml,
  type SsoCompany,
  readRedirect,
} from '#test/drivers/sso-driver.ts';
import { createTestApp, type TestApp } from '#test/setup/test-app.ts';
import { createAccount } from '#test/setup/test-deps.ts';

let service: TestApp;
let company: SsoCompany;
beforeAll(async () => {
  // Two of the libraries use the machine's clock.
  service = await createTestApp({ keys: keysWithSaml(), deps: { clock: Date.now } });
  // The attacker's address has an account, too: an accepted forgery would open a session.
  const domains = ['northline.test', 'evil.test'];
  company = await createSsoCompany(service.deps, { idp, domains, emailAttribute });
  for (const email of ['ada@northline.test', 'eve@northline.test', stranger]) {
    await createAccount(service.deps, { companyId: company.id, method: 'saml', email });
  }
});
afterAll(() => service.close());

function asked({ requestId }: Attempt): Asked {
  const { acs, entityId } = samlAddresses(service.deps.settings.publicUrl, company.id);
  return { requestId, acsUrl: acs, spEntityId: entityId };
}

/** Posts an answer as a browser does; returns the redirect target and the time. */
async function post(SAMLResponse: string, { relayState }: Attempt) {
  const start = processorTime();
  const answer = await service.app.inject({
    method: 'POST',
    url: `/auth/v1/saml/${company.id}/acs`,
    payload: new URLSearchParams({ SAMLResponse, RelayState: relayState }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
  });
  const took = processorTime() - start;
  return { status: answer.statusCode, took, ...readRedirect(String(answer.headers.location)) };
}

const codes = async () =>
  (await service.deps.store.durable.selectFrom('sso_codes').select('code').execute()).length;

test('C1: no wrapped answer gives a code, and none consumes the request', async () => {
  const sources = [
    (to: Asked) => samlpAnswer({ sign: 'both', ...to }),
    (to: Asked) => samlpAnswer({ sign: 'assertion', ...to }),
    (to: Asked) => samlifyAnswer('both', to),
    (to: Asked) => samlifyAnswer('assertion', to),
  ];
  let tried = 0;
  let slowest = 0;
  for (const make of sources) {
    const attempt = await beginSso(service.deps, company.id);
    const good = await make(asked(attempt));
    const before = await codes();
    for (const { name, answer } of wrappings(good)) {
      const { status, took, code, error } = await post(answer, attempt);
      expect([name, status, code, error]).toEqual([name, 303, undefined, 'sso-invalid-response']);
      slowest = Math.max(slowest, took);
      tried++;
    }
    expect(await codes()).toBe(before);
    // After all of them the genuine answer is still accepted.
    expect((await post(good, attempt)).code).toBeDefined();
  }
  expect(tried).toBeGreaterThanOrEqual(116);
  expect(slowest).toBeLessThan(300);
});

test('C4: each case has the expected result over HTTP', async () => {
  const now = Date.now();
  // Skips cases that need other settings than this company's.
  const cases = samlCases(now).filter(([, , , expected]) => expected === undefined);
  for (const [name, verdict, options] of cases) {
    const attempt = await beginSso(service.deps, company.id);
    const answer = idp.respond({ ...asked(attempt), now, emailAttribute, ...options });
    const { status, code, error } = await post(answer, attempt);
    expect([name, status, code === undefined ? error : 'A']).toEqual([name, 303, verdict]);
  }
});
