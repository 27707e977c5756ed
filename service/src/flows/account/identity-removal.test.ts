/** Threat B4: a Google identity is deleted with the address, the method or the access that it was linked under. */
import { afterAll, expect, test } from 'vitest';

import {
  changeMethod,
  disableAccount,
  enableAccount,
  requestEmailChange,
  signOutEverywhere,
} from '#test/drivers/admin-driver.ts';
import { newSubject, startGoogleIssuer } from '#test/drivers/google-issuer.ts';
import { newestLink } from '#test/drivers/link-driver.ts';
import { nameOf, type Outcome, outcomeOf } from '#test/drivers/outcome.ts';
import { rounds } from '#test/setup/proof.ts';
import { callFrom, createAccount, createTestDeps, newClient } from '#test/setup/test-deps.ts';

import { confirmEmailChange } from './email-change.ts';
import { flows } from '#flows/flows.ts';

const issuer = await startGoogleIssuer();
const deps = await createTestDeps({ settings: { google: issuer.google } });
afterAll(async () => {
  await deps.close();
  await issuer.close();
});

let tokens = 0;
/** Signs in with a new token that the issuer signs for the subject and the address. */
const signIn = (sub: string, email: string) => {
  const idToken = issuer.token(email, deps.clock(), { sub, jti: (tokens += 1) });
  return outcomeOf(flows.signInWithGoogle({ idToken }, newClient(), deps));
};
type SignedIn = Awaited<ReturnType<typeof signIn>>;
const isIn = ({ answer }: Outcome<unknown>): boolean => answer !== undefined;

const subjectsOf = async (accountId: string): Promise<string[]> => {
  const linked = deps.store.durable
    .selectFrom('identities')
    .select('subject')
    .$castTo<{ subject: string }>()
    .where('account_id', '=', accountId);
  return (await linked.execute()).map(({ subject }) => subject);
};
const liveSessionsOf = async (accountId: string): Promise<number> => {
  const live = deps.store.durable.selectFrom('families').select('id').where('account_id', '=', accountId);
  return (await live.where('revoked_at', 'is', null).execute()).length;
};

/** An account that signed in with Google once, so that the identity is linked. */
async function linkedPerson() {
  const account = await createAccount(deps, { method: 'google' });
  const sub = newSubject();
  expect(nameOf(await signIn(sub, account.email))).toBe('answered');
  expect(await subjectsOf(account.id)).toEqual([sub]);
  return { ...account, sub };
}

/** Requests another address; the result confirms it, as its new owner does. */
async function askForAddress(id: string): Promise<{ newEmail: string; confirm: () => Promise<unknown> }> {
  const newEmail = `renamed-${id}@northline.test`;
  await requestEmailChange({ accountId: id, newEmail }, callFrom(), deps);
  const { token } = await newestLink(deps, newEmail, 'emailChange');
  return { newEmail, confirm: () => confirmEmailChange(token, newClient(), deps) };
}

test("B4: after a change of address the old Google account gets no token, and the new owner's does", async () => {
  const people = 5;
  const old: SignedIn[] = [];
  const renewed: SignedIn[] = [];
  for (let n = 0; n < people; n += 1) {
    const gina = await linkedPerson();
    const { newEmail, confirm } = await askForAddress(gina.id);
    expect(await confirm()).toBe('success');
    expect(await subjectsOf(gina.id)).toEqual([]);
    old.push(await signIn(gina.sub, gina.email));
    const owner = newSubject();
    renewed.push(await signIn(owner, newEmail));
    // The old Google account has the same subject with every address that it gets at Google.
    old.push(await signIn(gina.sub, newEmail));
    expect(await subjectsOf(gina.id)).toEqual([owner]);
  }
  expect(old.filter(isIn)).toEqual([]);
  expect(renewed.filter(isIn)).toHaveLength(people);
});

const triggers: Record<string, (id: string) => Promise<unknown>> = {
  'address changed': async (id) => (await askForAddress(id)).confirm(),
  'method changed to password': (id) => changeMethod(id, 'password', callFrom(), deps),
  'method changed to SAML': (id) => changeMethod(id, 'saml', callFrom(), deps),
  disabled: (id) => disableAccount(id, callFrom(), deps),
};

test('B4: each change deletes the identity, and the next sign-in links the identity that has the address then', async () => {
  for (const [name, trigger] of Object.entries(triggers)) {
    const { id, sub } = await linkedPerson();
    await trigger(id);
    expect(await subjectsOf(id), name).toEqual([]);
    await enableAccount(id, callFrom(), deps);
    await changeMethod(id, 'google', callFrom(), deps);
    const account = await deps.store.durable
      .selectFrom('accounts')
      .select('email')
      .$castTo<{ email: string }>()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const next = newSubject();
    expect(nameOf(await signIn(next, account.email)), name).toBe('answered');
    expect(nameOf(await signIn(sub, account.email)), name).toBe('credentials');
    expect(await subjectsOf(id), name).toEqual([next]);
  }
});

test('setting Google again, enabling and signing out everywhere leave the identity', async () => {
  const { id, sub } = await linkedPerson();
  await changeMethod(id, 'google', callFrom(), deps);
  await enableAccount(id, callFrom(), deps);
  await signOutEverywhere(id, callFrom(), deps);
  expect(await subjectsOf(id)).toEqual([sub]);
});

test('a Google sign-in during a change of the account opens no session and links nothing', async () => {
  const names: string[] = [];
  let left = 0;
  for (const trigger of Object.values(triggers)) {
    for (let round = 0; round < rounds; round += 1) {
      // Half of them have never signed in: their sign-ins compete to link the identity.
      const linked = round % 2 === 0;
      const person = linked
        ? await linkedPerson()
        : { ...(await createAccount(deps, { method: 'google' })), sub: newSubject() };
      const tries = Array.from({ length: 4 }, () => signIn(person.sub, person.email));
      const [outcomes] = await Promise.all([Promise.all(tries), trigger(person.id)]);
      names.push(...outcomes.map(nameOf));
      left += (await liveSessionsOf(person.id)) + (await subjectsOf(person.id)).length;
    }
  }
  expect(left).toBe(0);
});
