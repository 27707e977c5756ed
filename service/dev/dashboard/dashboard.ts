/**
 * Handles the admin forms of `/stand-in/desk` in development, a stand-in for the console of a company's admin. The forms do
 * not check who posts them; this module is never loaded outside development.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { strategies, toLanguage, type Strategy } from '@app/contract/fields/vocabulary.ts';

import type { CallOrigin, Deps } from '#deps.ts';
import {
  askForNewPassword,
  changeMethod,
  disableAccount,
  enableAccount,
  requestEmailChange,
  signOutEverywhere,
} from './admin-changes.ts';
import { inviteAccount } from '#flows/account/invitation.ts';
import { clientOf } from '#http/request/client-address.ts';
import { installFormScope } from '#http/forms/form-scope.ts';
import { Refusal } from '#refusal.ts';
import { findAccountByEmail } from '#store/accounts/account-changes.ts';

/** The messages after a posted form; the page's address contains only the key. */
export const dashboardMessages = {
  invited: 'Invited. The invitation is in the mailbox.',
  newPassword: 'Asked. The link to choose a new password is in the mailbox.',
  emailChange: 'Asked. The link to confirm the new address is in the mailbox.',
  method: 'Changed. The account now signs in that way, and is logged out everywhere.',
  choosePassword:
    'Changed. The account is logged out everywhere; the link to choose a password is in the mailbox.',
  disable: 'Disabled. The account is logged out everywhere.',
  enable: 'Enabled. The account can sign in again.',
  signOut: 'Logged out everywhere.',
  noAccount: 'No account with this address allows it.',
  invalid: 'This address is not valid, or another account already uses it.',
} as const;
type DashboardMessage = keyof typeof dashboardMessages;

/** The messages that report a refusal. */
export const dashboardRefusals: readonly string[] = ['noAccount', 'invalid'] satisfies DashboardMessage[];

/** The inviter's name in invitations sent from here. */
const inviter = 'Ada Moreau';

/** `POST /stand-in/desk`: handles a form and redirects back with 303. Accepts posts from our own pages only. */
export function installDashboard(app: FastifyInstance, deps: Deps): void {
  installFormScope(app, deps.settings, (scope) => {
    scope.post('/stand-in/desk', async (request, reply) =>
      reply.redirect(`/stand-in/desk?said=${await answer(request, deps)}`, 303),
    );
  });
}

async function answer(request: FastifyRequest, deps: Deps): Promise<DashboardMessage> {
  const form = request.body as URLSearchParams;
  const call: CallOrigin = { client: clientOf(request.ip), platform: 'dashboard' };
  try {
    return await ask((name) => form.get(name)?.trim() ?? '', call, deps);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.refusal === 'notFound') return 'noAccount';
    if (error.refusal === 'invalid') return 'invalid';
    throw error;
  }
}

async function ask(field: (name: string) => string, call: CallOrigin, deps: Deps): Promise<DashboardMessage> {
  const action = field('action');
  if (action === 'invite') {
    const language = toLanguage(field('language')) ?? 'en';
    const invitation = { email: field('email'), name: field('name'), language, roles: ['Agent'] };
    await inviteAccount({ ...invitation, companyId: await companyId(deps), invitedBy: inviter }, call, deps);
    return 'invited';
  }
  const found = await findAccountByEmail(deps.store.relaxed, field('email').toLowerCase());
  if (found === undefined) return 'noAccount';
  const { id } = found.account;
  switch (action) {
    case 'newPassword':
      await askForNewPassword(id, call, deps);
      return action;
    case 'emailChange':
      await requestEmailChange({ accountId: id, newEmail: field('newEmail') }, call, deps);
      return action;
    case 'method': {
      const { noPasswordYet } = await changeMethod(id, methodOf(field('method')), call, deps);
      return noPasswordYet ? 'choosePassword' : action;
    }
    case 'disable':
      await disableAccount(id, call, deps);
      return action;
    case 'enable':
      await enableAccount(id, call, deps);
      return action;
    case 'signOut':
      await signOutEverywhere(id, call, deps);
      return action;
    default:
      throw new Refusal('malformed');
  }
}

/** The demo company: the oldest one in the database. */
async function companyId(deps: Deps): Promise<string> {
  const companies = deps.store.durable.selectFrom('companies').select('id');
  return (await companies.orderBy('created_at').limit(1).executeTakeFirstOrThrow()).id;
}

function methodOf(typed: string): Strategy {
  const method = strategies.find((one) => one === typed);
  if (method === undefined) throw new Refusal('malformed');
  return method;
}
