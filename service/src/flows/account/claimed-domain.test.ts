/**
 * Threat A4: in a domain that a company claimed for SSO, an address whose account cannot sign in gets the same answer as
 * an unknown address, so that a stranger cannot tell who left or is only invited.
 */
import { randomUUID } from 'node:crypto';
import { strategies } from '@app/contract/fields/vocabulary.ts';
import { expect, test } from 'vitest';

import { claimDomain } from '#store/accounts/accounts.ts';
import { signIn } from '#test/drivers/flow-driver.ts';
import { newSubject, startGoogleIssuer } from '#test/drivers/google-issuer.ts';
import { type Outcome, outcomeOf } from '#test/drivers/outcome.ts';
import { callFrom, createAccount, createTestDeps } from '#test/setup/test-deps.ts';

import { flows } from '#flows/flows.ts';

const domain = 'claimed.test';
const anyone = (): string => `${randomUUID()}@${domain}`;
const told = ({ refusal }: Outcome<unknown>): string =>
  JSON.stringify([refusal?.refusal, refusal?.message, refusal?.details]);

test('A4: an account that cannot sign in and an unknown address get the same answers, by password and by Google', async () => {
  const issuer = await startGoogleIssuer();
  const deps = await createTestDeps({ settings: { google: issuer.google } });
  await claimDomain(deps.store.durable, { domain, companyId: deps.company.id, method: 'saml' });
  const ways = {
    password: (email: string) => signIn(deps, email, 'wrong', callFrom(randomUUID())),
    Google: (email: string) => {
      const idToken = issuer.token(email, deps.clock(), { sub: newSubject() });
      return outcomeOf(flows.signInWithGoogle({ idToken }, callFrom(randomUUID()), deps));
    },
  };
  const different: string[] = [];
  for (const [way, enter] of Object.entries(ways)) {
    const missing = told(await enter(anyone()));
    expect(missing).toContain('SAML');
    for (const status of ['unconfirmed', 'disabled'] as const) {
      for (const method of strategies) {
        // A Google sign-in of an invited account accepts the invitation (`google-replay.test.ts`).
        if (way === 'Google' && status === 'unconfirmed' && method === 'google') continue;
        const { email } = await createAccount(deps, { email: anyone(), method, status });
        if (told(await enter(email)) !== missing) different.push(`${way}: ${status} ${method}`);
      }
    }
  }
  expect(different).toEqual([]);
  await deps.close();
  await issuer.close();
});
