/** Sign-ins are counted by their method and by what proved them beside the password, once each. */
import { afterAll, expect, it } from 'vitest';
import { minutes } from '@app/contract/fields/durations.ts';
import { strategies, ways } from '@app/contract/fields/vocabulary.ts';

import { flows } from '#flows/flows.ts';
import { makeCodes, setUpAuthenticator } from '#test/drivers/factor-driver.ts';
import { samplesOf } from '#test/drivers/figures-driver.ts';
import { signIn, signInToCode, verify } from '#test/drivers/flow-driver.ts';
import { newSubject, startGoogleIssuer } from '#test/drivers/google-issuer.ts';
import { nameOf, outcomeOf } from '#test/drivers/outcome.ts';
import {
  createSsoCompany,
  createSsoPerson,
  exchange,
  keysWithSaml,
  ssoToCode,
} from '#test/drivers/sso-driver.ts';
import { givePasskey, passkeyBody, signInBy } from '#test/passkeys/passkey-driver.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { createAccount, newestCode, newClient } from '#test/setup/test-deps.ts';

const issuer = await startGoogleIssuer();
const service = await createTestApp({ keys: keysWithSaml(), settings: { google: issuer.google } });
afterAll(async () => {
  await service.close();
  await issuer.close();
});

/** The successes so far, by `method` or `method/way`. */
async function successes(): Promise<Record<string, number>> {
  const { body } = await service.app.inject({ url: '/metrics' });
  const samples = samplesOf(body).filter(
    ({ name, labels }) => name === 'sign_ins_total' && labels['outcome'] === 'success',
  );
  return Object.fromEntries(
    samples.map(({ labels: { method = '', way = '' }, value }) => [
      way === '' ? method : `${method}/${way}`,
      value,
    ]),
  );
}

it('has a zero of each before the first one, and no other', async () => {
  const names = [...strategies, ...ways.map((way) => `password/${way}`)];
  expect(await successes()).toEqual(Object.fromEntries(names.map((name) => [name, 0])));
});

it('counts each way by which a session was opened, and no refusal', async () => {
  const { deps } = service;
  const { email } = await createAccount(deps, { secondStep: 'off' });
  await signIn(deps, email);

  const person = await createAccount(deps);
  const challenge = async () => {
    deps.advance(minutes(2));
    const call = newClient();
    const { session } = await signInToCode(deps, person.email, call);
    return { session, call };
  };
  const byMail = await challenge();
  const code = await newestCode(deps, person.email);
  await verify(deps, person.email, code, byMail.session, byMail.call);
  const usedCode = verify(deps, person.email, code, byMail.session, byMail.call);
  expect(nameOf(await usedCode)).toBe('sessionExpired');
  const codeAt = await setUpAuthenticator(deps, person.id);
  const byApp = await challenge();
  await verify(deps, person.email, codeAt(deps.clock()), byApp.session, byApp.call);
  const [recoveryCode = ''] = await makeCodes(deps, person.id);
  const { session, call } = await challenge();
  await flows.verifyRecoveryCode({ email: person.email, session, recoveryCode }, call, deps);
  const passkey = await passkeyBody(deps, await givePasskey(deps, person.id));
  await signInBy(deps, passkey);
  expect(nameOf(await outcomeOf(signInBy(deps, passkey)))).toBe('credentials');

  const { email: ofGoogle } = await createAccount(deps, { method: 'google' });
  const idToken = issuer.token(ofGoogle, deps.clock(), { sub: newSubject() });
  await flows.signInWithGoogle({ idToken }, newClient(), deps);
  const again = outcomeOf(flows.signInWithGoogle({ idToken }, newClient(), deps));
  expect(nameOf(await again)).toBe('credentials');

  const company = await createSsoCompany(deps);
  const sso = await ssoToCode(deps, company, (await createSsoPerson(deps, company)).email);
  await exchange(deps, sso.attempt, sso.code);

  const counted = await successes();
  expect(counted).toEqual(Object.fromEntries(Object.keys(counted).map((name) => [name, 1])));
});
