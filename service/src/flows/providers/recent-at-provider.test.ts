/** Whether a sign-in at a provider is recent depends on when the provider asked the person (requirements §5). */
import { inflateRawSync } from 'node:zlib';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { hours, minutes } from '@app/contract/fields/durations.ts';

import type { TestDeps } from '#test/setup/test-deps.ts';
import { callFrom, createAccount, createTestDeps } from '#test/setup/test-deps.ts';
import { newSubject, startGoogleIssuer } from '#test/drivers/google-issuer.ts';
import { tokensIn } from '#test/drivers/outcome.ts';
import {
  beginByAddress,
  createSsoCompany,
  createSsoDeps,
  createSsoPerson,
  newAttempt,
  ssoToCode,
} from '#test/drivers/sso-driver.ts';
import { flows } from '#flows/flows.ts';
import { findActor } from '#store/dashboard/actor.ts';

/** How old the sign-in of an access token is, in milliseconds. */
async function ageOf(deps: TestDeps, accessToken: string): Promise<number | undefined> {
  const { sub, sid } = decodeJwt(accessToken);
  const actor = await findActor(
    deps.store.relaxed,
    { accountId: sub ?? '', familyId: String(sid) },
    deps.clock(),
  );
  return actor && deps.clock() - actor.authenticatedAt;
}

test('G3: a sign-in by an earlier session of the company’s provider is as old as that one', async () => {
  const deps = await createSsoDeps();
  const company = await createSsoCompany(deps);
  const { email } = await createSsoPerson(deps, company);
  const ages = [];
  for (const age of [0, minutes(14), hours(3)]) {
    const instant = new Date(deps.clock() - age).toISOString();
    const change = (xml: string) => xml.replace(/AuthnInstant="[^"]*"/, `AuthnInstant="${instant}"`);
    const { attempt, code } = await ssoToCode(deps, company, email, { change });
    const body = { code, redirectUrl: attempt.redirectUri, codeVerifier: attempt.codeVerifier };
    const { access_token: token } = tokensIn(await flows.signInWithSsoCode(body, callFrom(), deps));
    ages.push(await ageOf(deps, token));
  }
  expect(ages).toEqual([0, minutes(14), hours(3)]);
  await deps.close();
});

test('the request makes the provider ask, where the address says so', async () => {
  const deps = await createSsoDeps();
  const company = await createSsoCompany(deps);
  const requestOf = async (forceAuthn?: boolean) => {
    const { redirectUri, codeChallenge } = newAttempt();
    const attempt = { redirectUri, codeChallenge, codeChallengeMethod: 'S256' };
    const address = await beginByAddress(
      company.id,
      { ...attempt, ...(forceAuthn !== undefined && { forceAuthn }) },
      callFrom(),
      deps,
    );
    const sent = new URL(address).searchParams.get('SAMLRequest') ?? '';
    return inflateRawSync(Buffer.from(sent, 'base64')).toString();
  };
  expect(await requestOf(true)).toContain(' ForceAuthn="true">');
  expect(await requestOf()).not.toContain('ForceAuthn');
  await deps.close();
});

test('G3: Google’s auth_time counts where it is there, and is never in the future', async () => {
  const issuer = await startGoogleIssuer();
  const deps = await createTestDeps({ settings: { google: issuer.google } });
  const { email } = await createAccount(deps, { method: 'google' });
  const sub = newSubject();
  const ages = [];
  const seconds = () => Math.floor(deps.clock() / 1000);
  for (const claims of [{}, { auth_time: seconds() - 3600 }, { auth_time: seconds() + 30 }]) {
    const idToken = issuer.token(email, deps.clock(), { sub, ...claims, jti: String(ages.length) });
    const { access_token: token } = tokensIn(await flows.signInWithGoogle({ idToken }, callFrom(), deps));
    ages.push(await ageOf(deps, token));
  }
  expect(ages).toEqual([0, hours(1), 0]);
  await deps.close();
  await issuer.close();
});
