import { afterAll, expect, test } from 'vitest';
import { days } from '@app/contract/fields/durations.ts';

import { changeMethod, disableAccount } from '#test/drivers/admin-driver.ts';
import { signIn } from '#test/drivers/flow-driver.ts';
import { inviteAccount, type Invitation } from '#test/drivers/invitation-driver.ts';
import { accept, chosenPassword, newestLink, recover, stateOf } from '#test/drivers/link-driver.ts';
import { nameOf } from '#test/drivers/outcome.ts';
import { callFrom, createTestDeps, eventsOf, mailsTo, newClient } from '#test/setup/test-deps.ts';

let people = 0;
const deps = await createTestDeps();
afterAll(() => deps.close());

/** Invites a person and reads the mailed link. */
async function invite(changes: Partial<Invitation> = {}) {
  people += 1;
  // Advance the clock, so that this email is the newest.
  deps.advance(1);
  const email = changes.email ?? `ivy-${people}@northline.test`;
  const invitation = {
    companyId: deps.company.id,
    email,
    name: 'Ivy',
    language: 'fr',
    roles: ['Agent'],
  } as const;
  const { accountId } = await inviteAccount({ ...invitation, ...changes }, callFrom(), deps);
  return { email, accountId, link: await newestLink(deps, email.trim().toLowerCase(), 'invitation') };
}

test("an invited person sets a password and signs in with the company's second step", async () => {
  const { email, accountId, link } = await invite({ invitedBy: 'Ada Moreau' });
  expect(await mailsTo(deps, email)).toEqual([
    {
      kind: 'invitation',
      values: { name: 'Ivy', company: 'Northline Demo', inviter: 'Ada Moreau', url: link.url },
    },
  ]);
  expect(link.url).toMatch(
    /^http:\/\/localhost:4000\/users\/confirmation\?email=.+&confirmation_token=[\w-]{43}$/,
  );
  expect(nameOf(await signIn(deps, email, chosenPassword, newClient()))).toBe('credentials');
  await recover(deps, email, newClient());
  expect(await mailsTo(deps, email)).toHaveLength(1);

  expect(await accept(deps, link, newClient())).toEqual({ answer: undefined });
  expect((await signIn(deps, email, chosenPassword, newClient())).answer).toHaveProperty('mfa');
  expect(await stateOf(deps, 'invitation', link)).toBe('used');
  expect(nameOf(await accept(deps, link, newClient()))).toBe('invalidLink');
  const account = await deps.store.durable
    .selectFrom('accounts')
    .select(['status', 'language', 'roles'])
    .where('id', '=', accountId)
    .executeTakeFirst();
  // The payload's fixed en-US is not a choice: the inviter's language stays.
  expect(account).toEqual({ status: 'active', language: 'fr', roles: ['Agent'] });
  expect((await eventsOf(deps, accountId)).map(({ kind }) => kind)).toContain('invitationAccepted');
});

test('an invitation is valid for seven days and then answered as expired', async () => {
  const { email, link } = await invite();
  deps.advance(days(7) - 1);
  expect(await stateOf(deps, 'invitation', link)).toBe('valid');
  deps.advance(1);
  expect(await stateOf(deps, 'invitation', link)).toBe('expired');
  expect(nameOf(await accept(deps, link, newClient()))).toBe('linkExpired');
  const { link: again } = await invite({ email });
  expect(await stateOf(deps, 'invitation', link)).toBe('cancelled');
  expect(nameOf(await accept(deps, link, newClient()))).toBe('invalidLink');
  expect(nameOf(await accept(deps, again, newClient()))).toBe('answered');
});

test('an invitation is cancelled when its account is disabled or gets another sign-in method', async () => {
  const disabled = await invite();
  await disableAccount(disabled.accountId, callFrom(), deps);
  const moved = await invite();
  await changeMethod(moved.accountId, 'saml', callFrom(), deps);
  for (const { link } of [disabled, moved]) {
    expect(await stateOf(deps, 'invitation', link)).toBe('cancelled');
    expect(nameOf(await accept(deps, link, newClient()))).toBe('invalidLink');
  }
});

test('a common password is refused and does not consume the invitation', async () => {
  const { link } = await invite();
  const { refusal } = await accept(deps, link, newClient(), 'Password2026!');
  expect(refusal?.details.fields).toEqual({ password: ['is_common'] });
  expect(nameOf(await accept(deps, link, newClient()))).toBe('answered');
});
