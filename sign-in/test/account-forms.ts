/** The forms of the account screens with values that tests type into them. */
import type { EndpointName } from '@app/contract/calls/endpoints.ts';
import type { PageData, PostableForm } from '@app/contract/pages/page-data.ts';

export const email = 'ada@northline.test';
const password = 'Kestrel-Harbour-27!';

/** A form: its path, the values to type, the name of its button and its call. */
export interface AccountForm {
  readonly name: string;
  readonly path: string;
  readonly typed: Readonly<Record<string, string>>;
  readonly button: string;
  readonly form: PostableForm & EndpointName;
  readonly link?: NonNullable<PageData['link']>;
}
const link = (page: NonNullable<PageData['link']>['page']) =>
  ({ page, email, token: 'token', state: 'valid' }) as const;
const chosen = { 'New password': password, 'Confirm password': password };
export const accountForms: readonly AccountForm[] = [
  {
    name: 'forgot password',
    path: '/password/forgot',
    typed: { Email: email },
    button: 'Reset my password',
    form: 'recoverPassword',
  },
  {
    name: 'reset password',
    path: '/password/reset',
    typed: chosen,
    button: 'Reset',
    form: 'resetPassword',
    link: link('/password/reset'),
  },
  {
    name: 'new password',
    path: '/password/new',
    typed: chosen,
    button: 'Save password',
    form: 'resetPassword',
    link: link('/password/new'),
  },
  {
    name: 'invitation',
    path: '/users/confirmation',
    typed: chosen,
    button: 'Create password',
    form: 'acceptInvitation',
    link: link('/users/confirmation'),
  },
  {
    name: 'declined invitation',
    path: '/users/confirmation',
    typed: {},
    button: 'Decline the invitation',
    form: 'declineInvitation',
    link: link('/users/confirmation'),
  },
  {
    name: 'signup',
    path: '/signup',
    typed: { 'Your name': 'Ada Moreau', 'Company name': 'Northline', 'Work email': email },
    button: 'Sign up',
    form: 'signUp',
  },
  {
    name: 'signup confirmation',
    path: '/signup/confirm',
    typed: chosen,
    button: 'Confirm',
    form: 'confirmSignUp',
    link: link('/signup/confirm'),
  },
  {
    name: 'confirmation of a Google account',
    path: '/users/identity',
    typed: {},
    button: 'Confirm',
    form: 'confirmIdentity',
    link: link('/users/identity'),
  },
  {
    name: 'device confirmation',
    path: '/login/device',
    typed: {},
    button: 'Confirm',
    form: 'confirmDevice',
    link: link('/login/device'),
  },
  {
    name: 'disowned sign-in',
    path: '/login/not-you',
    typed: {},
    button: 'Confirm',
    form: 'disownSignIn',
    link: link('/login/not-you'),
  },
  {
    name: 'removed passkey',
    path: '/users/passkey',
    typed: {},
    button: 'Confirm',
    form: 'removePasskeyByLink',
    link: link('/users/passkey'),
  },
];
