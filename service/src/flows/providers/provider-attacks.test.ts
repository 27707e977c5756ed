/**
 * Attacks on sign-ins through a provider (threats B4, C4, C7): each has a valid signature of the right key and one wrong
 * value, so that only the comparison of that value can refuse it.
 */
import { afterAll, expect, test } from 'vitest';

import { newSubject, startGoogleIssuer } from '#test/drivers/google-issuer.ts';
import { nameOf, outcomeOf } from '#test/drivers/outcome.ts';
import { createTestIdp } from '#test/saml/saml-idp.ts';
import {
  beginSso,
  bring,
  createSsoCompany,
  createSsoPerson,
  exchange,
  finishSso,
  keysWithSaml,
  respond,
  sessionsOf,
} from '#test/drivers/sso-driver.ts';
import { createAccount, createTestDeps, newClient } from '#test/setup/test-deps.ts';

import { flows } from '#flows/flows.ts';

const issuer = await startGoogleIssuer();
const deps = await createTestDeps({ keys: keysWithSaml(), settings: { google: issuer.google } });
const company = await createSsoCompany(deps);
afterAll(async () => {
  await deps.close();
  await issuer.close();
});

/** Addresses that differ from `mike@<domain>` but that some parser reads as it. */
const lookalikes = (domain: string): string[] => [
  `mi\u212Ae@${domain}`,
  `m\u0130ke@${domain}`,
  `m\u0131ke@${domain}`,
  `\uFF4Dike@${domain}`,
  `mi\u043Ae@${domain}`,
  `mike\u200B@${domain}`,
  `mike\u00AD@${domain}`,
  `mike@${domain}.`,
  `mike@${domain}.evil.test`,
  `mike@evil.test,mike@${domain}`,
  `"mike"@${domain}`,
  `mike+x@${domain}`,
  `m.ike@${domain}`,
  `mike@x.${domain}`,
  `mike@${domain.replace('.', '\u3002')}`,
  `mike@${domain.replace('.', '\uFF0E')}`,
  `mike\uFF20${domain}`,
  `<mike@${domain}>`,
  `mailto:mike@${domain}`,
  `mike@${domain}%00`,
];

test("B4, C4: an address that only looks like another account's is refused, by SAML and by Google", async () => {
  const [domain = ''] = company.domains;
  const mike = await createSsoPerson(deps, company, { email: `mike@${domain}` });
  const gina = await createAccount(deps, { method: 'google', email: 'mike@google-only.test' });
  const outcomes: string[] = [];
  for (const email of lookalikes(domain)) {
    const attempt = await beginSso(deps, company.id);
    const escaped = email.replaceAll('<', '&lt;');
    outcomes.push(await bring(deps, company, attempt, respond(deps, company, attempt, { email: escaped })));
  }
  for (const email of lookalikes('google-only.test')) {
    const idToken = issuer.token(email, deps.clock(), { sub: newSubject() });
    outcomes.push(nameOf(await outcomeOf(flows.signInWithGoogle({ idToken }, newClient(), deps))));
  }
  expect(outcomes).not.toContain('answered');
  expect([await sessionsOf(deps, mike.id), await sessionsOf(deps, gina.id)]).toEqual([0, 0]);
});

test('C4: of two companies with the same provider and key, each refuses the answers for the other', async () => {
  const shared = createTestIdp('https://idp.shared.test/metadata');
  const [one, two] = [
    await createSsoCompany(deps, { idp: shared }),
    await createSsoCompany(deps, { idp: shared }),
  ];
  const person = await createSsoPerson(deps, two);
  const outcomes: string[] = [];
  for (const [asked, at] of [
    [one, two],
    [two, one],
  ] as const) {
    const here = await beginSso(deps, asked.id);
    const there = await beginSso(deps, at.id);
    const answer = respond(deps, asked, here, { email: person.email });
    // Posted to the other company, in the attempt of each; and as an answer to the other's request.
    for (const attempt of [here, there]) outcomes.push(await bring(deps, at, attempt, answer));
    const swapped = respond(deps, asked, { ...here, requestId: there.requestId }, { email: person.email });
    outcomes.push(await bring(deps, at, there, swapped));
  }
  // The first company's provider names a person of the second company.
  const attempt = await beginSso(deps, one.id);
  outcomes.push(await bring(deps, one, attempt, respond(deps, one, attempt, { email: person.email })));
  expect(outcomes).not.toContain('answered');
  expect(await sessionsOf(deps, person.id)).toBe(0);
  // The genuine answer is still accepted.
  const own = await beginSso(deps, two.id);
  expect(await bring(deps, two, own, respond(deps, two, own, { email: person.email }))).toBe('answered');
});

test("C4: neither of two attempts of one person accepts the other's answer", async () => {
  const person = await createSsoPerson(deps, company);
  const [left, right] = [await beginSso(deps, company.id), await beginSso(deps, company.id)];
  const of = (attempt: typeof left) => respond(deps, company, attempt, { email: person.email });
  const [leftAnswer, rightAnswer] = [of(left), of(right)];
  // Swapped RelayState: the answers belong to other requests, and both attempts continue.
  for (const [answer, attempt] of [
    [leftAnswer, right],
    [rightAnswer, left],
  ] as const)
    expect((await finishSso(deps, company.id, answer, attempt.relayState)).error).toBe(
      'sso-invalid-response',
    );
  const { code: leftCode = '' } = await finishSso(deps, company.id, leftAnswer, left.relayState);
  const { code: rightCode = '' } = await finishSso(deps, company.id, rightAnswer, right.relayState);
  expect(nameOf(await exchange(deps, right, leftCode))).toBe('invalidCode');
  expect(nameOf(await exchange(deps, right, rightCode))).toBe('answered');
  expect(nameOf(await exchange(deps, right, rightCode))).toBe('invalidCode');
  expect(await sessionsOf(deps, person.id)).toBe(1);
});
