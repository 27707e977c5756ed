/** Calls the flows of mailed links in tests and returns outcomes instead of throwing. */
import { randomUUID } from 'node:crypto';
import type { LinkKind, LinkState } from '@app/contract/pages/links.ts';

import type { Call, Deps } from '#deps.ts';
import { flows } from '#flows/flows.ts';
import { askOwner } from '#flows/providers/identity-link.ts';
import type { Passwords } from '#security/passwords/passwords.ts';
import type { Account } from '#store/accounts/accounts.ts';

import { newSubject } from './google-issuer.ts';
import { outcomeOf } from './outcome.ts';
import { callFrom, mailsTo, type TestDeps } from '#test/setup/test-deps.ts';
import type { MailKind } from '#store/outbox.ts';

/** A new password that satisfies every rule. */
export const chosenPassword = 'Granite-Meadow-58!';

export interface HeldLink {
  readonly url: string;
  readonly email: string;
  readonly token: string;
}

/** The links of an address's emails of one kind that were not sent or dropped yet, oldest first. */
export async function linksTo(deps: Deps, to: string, kind: MailKind): Promise<HeldLink[]> {
  return (await mailsTo(deps, to))
    .filter((mail) => mail.kind === kind && mail.values !== undefined)
    .map(({ values }) => {
      const url = values?.['url'] ?? '';
      const query = new URL(url).searchParams;
      const token = query.get('code') ?? query.get('confirmation_token') ?? query.get('token') ?? '';
      return { url, email: query.get('email') ?? to, token };
    });
}

/** The newest link; throws if none was mailed. */
export async function newestLink(deps: Deps, to: string, kind: MailKind): Promise<HeldLink> {
  const link = (await linksTo(deps, to, kind)).at(-1);
  if (link === undefined) throw new Error(`no ${kind} was mailed to ${to}`);
  return link;
}

export const recover = (deps: Deps, email: string, call: Call = callFrom()) =>
  outcomeOf(flows.recoverPassword({ email }, call, deps));

/** Requests a password reset and reads the mailed link. */
export async function recoverToLink(deps: TestDeps, email: string, call?: Call): Promise<HeldLink> {
  // Advance the clock, so that this email is the newest.
  deps.advance(1);
  await recover(deps, email, call);
  return newestLink(deps, email, 'passwordReset');
}

type Held = Pick<HeldLink, 'email' | 'token'>;
const chosen = (password: string) => ({ password, passwordConfirmation: password });

export const reset = (
  deps: Deps,
  { email, token: code }: Held,
  call: Call = callFrom(),
  password = chosenPassword,
) => outcomeOf(flows.resetPassword({ email, code, ...chosen(password) }, call, deps));

export const accept = (
  deps: Deps,
  { email, token: confirmationCode }: Held,
  call: Call = callFrom(),
  password = chosenPassword,
) =>
  outcomeOf(
    flows.acceptInvitation(
      { email, confirmationCode, ...chosen(password), timezone: 'UTC', lang: 'en-US' },
      call,
      deps,
    ),
  );

export const signUp = (deps: Deps, email: string, call: Call = callFrom(), companyName = 'Harbour Works') =>
  outcomeOf(flows.signUp({ email, name: 'Mia Sund', companyName }, call, deps));

export const confirm = (
  deps: Deps,
  { email, token: confirmationCode }: Held,
  call: Call = callFrom(),
  password = chosenPassword,
) => outcomeOf(flows.confirmSignUp({ email, confirmationCode, ...chosen(password) }, call, deps));

export const confirmIdentity = (
  deps: Deps,
  { email, token: confirmationCode }: Held,
  call: Call = callFrom(),
) => outcomeOf(flows.confirmIdentity({ email, confirmationCode }, call, deps));

/** The mailed link that confirms an identity, sent at the identity's first sign-in. */
export async function identityLinkTo(
  deps: TestDeps,
  account: Account,
  subject = newSubject(),
): Promise<HeldLink> {
  const { credential_version: credentialVersion } = await deps.store.durable
    .selectFrom('accounts')
    .select('credential_version')
    .$castTo<{ credential_version: number }>()
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow();
  const now = deps.clock();
  const identity = {
    issuer: 'https://issuer.test',
    subject,
    email: account.email,
    hostedDomain: undefined,
    twoSteps: false,
    authenticatedAt: undefined,
    usableUntil: now + 600_000,
  };
  await askOwner({ account, identity, idToken: randomUUID(), credentialVersion }, callFrom(), deps, now);
  return newestLink(deps, account.email, 'identityLink');
}

let clients = 0;
/** The state of a link, checked from a new client. */
export async function stateOf(deps: Deps, kind: LinkKind, { email, token }: Held): Promise<LinkState> {
  clients += 1;
  const call = callFrom(`198.18.${(clients >> 8) & 255}.${clients & 255}`);
  return (await flows.checkLink({ kind, email, token }, call, deps)).state;
}

/** Deps that hash new passwords for free, for tests that set thousands; each is stored as `rightPassword`. */
export const withoutHashing = (deps: TestDeps): TestDeps => {
  const passwords: Passwords = { ...deps.passwords, hash: () => Promise.resolve(deps.company.hash) };
  return { ...deps, passwords };
};
