/**
 * Threat A15: a used link spares its browser the mailed code once, within two minutes (requirements §4
 * "After an invitation, a reset or a sign-up confirmation").
 */
import { randomBytes } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { linkLifetimes } from '@app/contract/fields/link-lifetimes.ts';
import { challengeFromWire } from '@app/contract/calls/wire-names.ts';

import { chosenPassword, newestLink, recoverToLink, signUp } from '#test/drivers/link-driver.ts';
import { nameOf, outcomeOf } from '#test/drivers/outcome.ts';
import { rounds } from '#test/setup/proof.ts';
import { callFrom, createAccount, createTestDeps, newClient } from '#test/setup/test-deps.ts';

import { flows } from '#flows/flows.ts';
import { inviteAccount } from '#test/drivers/invitation-driver.ts';

const deps = await createTestDeps();
afterAll(() => deps.close());

const newProof = (): string => randomBytes(16).toString('hex');
const chosen = { password: chosenPassword, passwordConfirmation: chosenPassword };

/** The outcome of a sign-in: `basic`, `challenge`, or the name of its refusal. */
async function signIn(email: string, mailboxProof?: string, password = chosenPassword): Promise<string> {
  const outcome = await outcomeOf(
    flows.signInWithPassword({ email, password, mailboxProof }, newClient(), deps),
  );
  if (outcome.answer === undefined) return nameOf(outcome);
  return challengeFromWire(outcome.answer) ? 'challenge' : 'basic';
}

/** An account whose owner has just set a password with a link, on a page with this proof. */
async function afterReset(mailboxProof?: string): Promise<string> {
  const { email } = await createAccount(deps);
  const { token: code } = await recoverToLink(deps, email, newClient());
  await flows.resetPassword({ email, code, ...chosen, mailboxProof }, newClient(), deps);
  return email;
}

test('A15: after a reset, an invitation and a confirmed signup the first sign-in of that page needs no code', async () => {
  const [reset, invitation, signup] = [newProof(), newProof(), newProof()];
  const resetEmail = await afterReset(reset);

  const guest = { email: 'guest@northline.test', name: 'Gus', language: 'en', roles: [] } as const;
  await inviteAccount({ companyId: deps.company.id, ...guest }, callFrom(), deps);
  const invited = await newestLink(deps, guest.email, 'invitation');
  const fixed = { timezone: 'UTC', lang: 'en-US' } as const;
  await flows.acceptInvitation(
    { email: guest.email, confirmationCode: invited.token, ...chosen, ...fixed, mailboxProof: invitation },
    newClient(),
    deps,
  );

  const founder = 'founder@harbour.test';
  await signUp(deps, founder, newClient());
  const confirmed = await newestLink(deps, founder, 'signUp');
  const body = { email: founder, confirmationCode: confirmed.token, ...chosen, mailboxProof: signup };
  await flows.confirmSignUp(body, newClient(), deps);

  const found = [];
  for (const [email, proof] of [
    [resetEmail, reset],
    [guest.email, invitation],
    [founder, signup],
  ] as const)
    found.push([await signIn(email, proof), await signIn(email, proof)]);
  console.log('A15 first and second sign-in after reset, invitation, signup:', JSON.stringify(found));
  expect(found).toEqual([
    ['basic', 'challenge'],
    ['basic', 'challenge'],
    ['basic', 'challenge'],
  ]);
});

test('A15: of 20 parallel sign-ins with one proof one needs no code', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const proof = newProof();
    const email = await afterReset(proof);
    // A new client for each: the challenges of one client are limited.
    const found = await Promise.all(Array.from({ length: 20 }, () => signIn(email, proof)));
    expect(found.filter((one) => one === 'basic')).toHaveLength(1);
  }
});

test('A15: the code is needed in another browser, for another account, after a wrong password, and after two minutes', async () => {
  const found: Record<string, string> = {};
  const mine = newProof();
  const email = await afterReset(mine);
  found['another browser'] = await signIn(email);
  found['a proof of its own making'] = await signIn(email, newProof());
  const theirs = newProof();
  await afterReset(theirs);
  found['the proof of another account'] = await signIn(email, theirs);
  expect(await signIn(email, mine)).toBe('basic');

  const second = newProof();
  const wrong = await afterReset(second);
  found['wrong password'] = await signIn(wrong, second, 'Wrong-Harbour-27!');
  found['right after a wrong one'] = await signIn(wrong, second);

  const stranger = newProof();
  const owner = await afterReset(stranger);
  found['a stranger, wrong'] = await signIn(owner, undefined, 'Wrong-Harbour-27!');
  found['the owner after that'] = await signIn(owner, stranger);

  const late = newProof();
  const slow = await afterReset(late);
  deps.advance(linkLifetimes.mailboxProof);
  found['two minutes later'] = await signIn(slow, late);

  const older = newProof();
  const again = await afterReset(older);
  const { token: code } = await recoverToLink(deps, again, newClient());
  const other = 'Granite-Harbour-59!';
  const next = { password: other, passwordConfirmation: other };
  await flows.resetPassword({ email: again, code, ...next }, newClient(), deps);
  found['after another reset'] = await signIn(again, older, other);
  console.log('A15:', found);
  expect(found).toEqual({
    'another browser': 'challenge',
    'a proof of its own making': 'challenge',
    'the proof of another account': 'challenge',
    'wrong password': 'credentials',
    'right after a wrong one': 'challenge',
    'a stranger, wrong': 'credentials',
    'the owner after that': 'basic',
    'two minutes later': 'challenge',
    'after another reset': 'challenge',
  });
});
