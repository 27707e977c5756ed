/**
 * The screens that a mailed link opens, and how to create a link in each state: valid, expired, used, cancelled,
 * unknown.
 */
import { days, hours } from '@app/contract/fields/durations.ts';
import { endpoints, type Endpoint } from '@app/contract/calls/endpoints.ts';

import {
  invitationLink,
  mailedLink,
  newAddress,
  newAccount,
  resetLink,
  signUpLink,
  consumeLink,
  type LinkPage,
} from '#product/mailed-links.ts';
import { asAdmin } from '#product/company-admin.ts';
import type { Scene } from './screen-state.ts';

/** The state of a link. */
export type LinkState = 'valid' | 'expired' | 'used' | 'cancelled' | 'unknown';

export interface LinkScreen {
  readonly screen: string;
  readonly page: LinkPage;
  /** The key of the heading for a valid link. */
  readonly ready: string;
  readonly submit: string;
  readonly entry: Endpoint;
  /** Creates a link in each state. A state that the product does not reach quickly is left out. */
  readonly linksByState: Partial<Record<LinkState, (scene: Scene) => Promise<string>>>;
}

export const linkScreens: readonly LinkScreen[] = [
  {
    screen: 'reset password',
    page: '/password/reset',
    ready: 'reset.title',
    submit: 'reset.submit',
    entry: endpoints.resetPassword,
    linksByState: {
      valid: (scene) => resetLink(scene.product),
      expired: async ({ product, time }) => {
        const link = await resetLink(product);
        await time.pass(hours(1) + 1000);
        return link;
      },
      used: async ({ product }) => consumeLink(product, await resetLink(product)),
      cancelled: async ({ product }) => {
        const account = await newAccount(product);
        const older = await resetLink(product, account);
        await consumeLink(product, await resetLink(product, account));
        return older;
      },
    },
  },
  {
    screen: 'new password',
    page: '/password/new',
    ready: 'newPassword.title',
    submit: 'newPassword.submit',
    entry: endpoints.resetPassword,
    linksByState: {
      valid: async ({ product }) => {
        const email = newAddress('colleague');
        await consumeLink(product, await invitationLink(product, email));
        await asAdmin(product).requestNewPassword(email);
        return mailedLink(product, email, '/password/new');
      },
    },
  },
  {
    screen: 'invitation',
    page: '/users/confirmation',
    ready: 'invitation.title',
    submit: 'invitation.submit',
    entry: endpoints.acceptInvitation,
    linksByState: {
      valid: ({ product }) => invitationLink(product, newAddress('guest')),
      expired: async ({ product, time }) => {
        const link = await invitationLink(product, newAddress('guest'));
        await time.pass(days(7) + 1000);
        return link;
      },
      used: async ({ product }) => consumeLink(product, await invitationLink(product, newAddress('guest'))),
      cancelled: async ({ product }) => {
        const email = newAddress('guest');
        const older = await invitationLink(product, email);
        await asAdmin(product).inviteAgain(email);
        return older;
      },
    },
  },
  {
    screen: 'confirm sign up',
    page: '/signup/confirm',
    ready: 'confirmSignUp.title',
    submit: 'account.confirm',
    entry: endpoints.confirmSignUp,
    linksByState: {
      valid: ({ product }) => signUpLink(product),
      expired: async ({ product, time }) => {
        const link = await signUpLink(product);
        await time.pass(days(7) + 1000);
        return link;
      },
      used: async ({ product }) => consumeLink(product, await signUpLink(product)),
    },
  },
];
