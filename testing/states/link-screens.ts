/** The screens that the link of a mail opens, and how a link comes to each of its fates in the product itself. */
import { days, hours } from '@app/contract/fields/durations.ts';
import { endpoints, type Endpoint } from '@app/contract/calls/endpoints.ts';

import {
  invitationLink,
  mailedLink,
  newAddress,
  resetLink,
  signUpLink,
  useUp,
  type LinkPage,
} from '#product/mailed-links.ts';
import { askForNewPassword } from '#product/admin-desk.ts';
import type { Scene } from './screen-state.ts';

/** What can have become of a link. */
export type LinkState = 'valid' | 'expired' | 'used' | 'cancelled' | 'unknown';

export interface LinkScreen {
  readonly screen: string;
  readonly page: LinkPage;
  /** What stands there when the link is good. */
  readonly ready: string;
  readonly submit: string;
  readonly entry: Endpoint;
  /** Brings the link of a mail to a fate; fates that the product does not come to in a moment are left out. */
  readonly fates: Partial<Record<LinkState, (scene: Scene) => Promise<string>>>;
}

export const linkScreens: readonly LinkScreen[] = [
  {
    screen: 'reset password',
    page: '/password/reset',
    ready: 'reset.title',
    submit: 'reset.submit',
    entry: endpoints.resetPassword,
    fates: {
      valid: (scene) => resetLink(scene.product),
      expired: async ({ product, time }) => {
        const link = await resetLink(product);
        await time.pass(hours(1) + 1000);
        return link;
      },
      used: async ({ product }) => useUp(product, await resetLink(product)),
      cancelled: async ({ product }) => {
        const older = await resetLink(product);
        await useUp(product, await resetLink(product));
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
    fates: {
      valid: async ({ product }) => {
        const email = newAddress('colleague');
        await useUp(product, await invitationLink(product, email));
        await askForNewPassword(product, email);
        return mailedLink(product, email, '/password/new');
      },
    },
  },
  {
    screen: 'invitation',
    page: '/users/confirmation',
    ready: 'invitation.title',
    submit: 'account.confirm',
    entry: endpoints.acceptInvitation,
    fates: {
      valid: ({ product }) => invitationLink(product, newAddress('guest')),
      expired: async ({ product, time }) => {
        const link = await invitationLink(product, newAddress('guest'));
        await time.pass(days(7) + 1000);
        return link;
      },
      used: async ({ product }) => useUp(product, await invitationLink(product, newAddress('guest'))),
      cancelled: async ({ product }) => {
        const email = newAddress('guest');
        const older = await invitationLink(product, email);
        await invitationLink(product, email);
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
    fates: {
      valid: ({ product }) => signUpLink(product),
      expired: async ({ product, time }) => {
        const link = await signUpLink(product);
        await time.pass(days(7) + 1000);
        return link;
      },
      used: async ({ product }) => useUp(product, await signUpLink(product)),
    },
  },
];
