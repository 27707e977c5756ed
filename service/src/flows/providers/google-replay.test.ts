/**
 * Threats B4, A7: each ID token is accepted once, also under parallel tries, and an account is linked once.
 */
import { afterAll, expect, test } from 'vitest';

import { newSubject, startGoogleIssuer } from '#test/drivers/google-issuer.ts';
import { nameOf, outcomeOf, tally } from '#test/drivers/outcome.ts';
import { rounds } from '#test/setup/proof.ts';
import { callFrom, createAccount, createTestDeps, eventsOf } from '#test/setup/test-deps.ts';

import { flows } from '#flows/flows.ts';

const parallel = 20;

const issuer = await startGoogleIssuer();
const deps = await createTestDeps({ settings: { google: issuer.google } });
afterAll(async () => {
  await deps.close();
  await issuer.close();
});

let clients = 0;
const present = (idToken: string) => {
  clients += 1;
  return outcomeOf(
    flows.signInWithGoogle({ idToken }, callFrom(`10.8.${clients >> 8}.${clients & 255}`), deps),
  );
};
const inParallel = async (tokens: readonly string[]) => (await Promise.all(tokens.map(present))).map(nameOf);

const familiesOf = async (accountId: string): Promise<number> =>
  (await deps.store.durable.selectFrom('families').select('id').where('account_id', '=', accountId).execute())
    .length;

/** Subjects at Google that are linked to the account. */
const linksOf = async (accountId: string): Promise<string[]> => {
  const linked = deps.store.durable
    .selectFrom('identities')
    .select('subject')
    .$castTo<{ subject: string }>()
    .where('account_id', '=', accountId);
  return (await linked.execute()).map(({ subject }) => subject);
};

test('B4: one token, 5 times in sequence, opens one session', async () => {
  const { id, email } = await createAccount(deps, { method: 'google' });
  const token = issuer.token(email, deps.clock());
  const names: string[] = [];
  for (let n = 0; n < 5; n += 1) names.push(nameOf(await present(token)));
  // Also just before it expires.
  deps.advance(660_000);
  names.push(nameOf(await present(token)));
  expect(names).toEqual(['answered', ...Array.from({ length: 5 }, () => 'credentials')]);
  expect(await familiesOf(id)).toBe(1);
});

test(`B4: one token, ${parallel} times in parallel, opens one session`, async () => {
  const names: string[] = [];
  let sessions = 0;
  for (let n = 0; n < rounds; n += 1) {
    const { id, email } = await createAccount(deps, { method: 'google' });
    const token = issuer.token(email, deps.clock());
    const ofRound = await inParallel(Array.from({ length: parallel }, () => token));
    expect(tally(ofRound), `round ${n}`).toEqual({ answered: 1, credentials: parallel - 1 });
    expect(await linksOf(id)).toHaveLength(1);
    sessions += await familiesOf(id);
    names.push(...ofRound);
  }
  expect(sessions).toBe(rounds);
});

test('B4: of several parallel identities with one address exactly one is linked', async () => {
  for (let n = 0; n < rounds; n += 1) {
    const { id, email } = await createAccount(deps, { method: 'google' });
    const tokens = Array.from({ length: 5 }, () => issuer.token(email, deps.clock()));
    expect(tally(await inParallel(tokens)), `round ${n}`).toEqual({ answered: 1, credentials: 4 });
    expect(await familiesOf(id)).toBe(1);
    expect(await linksOf(id)).toHaveLength(1);
  }
});

test('several parallel tokens of one identity all sign in, and link it once', async () => {
  const names: string[] = [];
  for (let n = 0; n < rounds; n += 1) {
    const { id, email } = await createAccount(deps, { method: 'google' });
    const sub = newSubject();
    const tokens = [1, 2, 3].map(() => issuer.token(email, deps.clock(), { sub }));
    names.push(...(await inParallel(tokens)));
    expect(await linksOf(id)).toEqual([sub]);
  }
  expect(tally(names)).toEqual({ answered: 3 * rounds });
});

test('the first sign-in of an invited account accepts the invitation once, also in parallel', async () => {
  const kindsOf = async (id: string) =>
    (await eventsOf(deps, id)).map(({ kind }) => kind).filter((kind) => kind !== 'signedIn');
  const same: string[] = [];
  const different: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const one = await createAccount(deps, { method: 'google', status: 'unconfirmed' });
    const idToken = issuer.token(one.email, deps.clock(), { sub: newSubject() });
    same.push(...(await inParallel(Array.from({ length: parallel }, () => idToken))));
    expect(await kindsOf(one.id)).toEqual(['invitationAccepted']);

    const other = await createAccount(deps, { method: 'google', status: 'unconfirmed' });
    const sub = newSubject();
    const tokens = Array.from({ length: parallel }, (_, jti) =>
      issuer.token(other.email, deps.clock(), { sub, jti }),
    );
    different.push(...(await inParallel(tokens)));
    expect(await kindsOf(other.id)).toEqual(['invitationAccepted']);
    const { status } = await deps.store.durable
      .selectFrom('accounts')
      .select('status')
      .where('id', '=', other.id)
      .executeTakeFirstOrThrow();
    expect(status).toBe('active');
  }
  expect(tally(same)).toEqual({ answered: rounds, credentials: rounds * (parallel - 1) });
  expect(tally(different)).toEqual({ answered: rounds * parallel });
});
