/**
 * The forms that work without script: which form of which page makes which call, with which fields (requirements §4
 * "Fields").
 */
import { linkPages, type LinkPage } from '@app/contract/pages/links.ts';
import type { PostableForm } from '@app/contract/pages/page-data.ts';
import { pagePaths, pages, type PagePath, type PagesWith } from '@app/contract/pages/pages.ts';
import type { ClientType } from '@app/contract/fields/vocabulary.ts';

import { postedKey } from './form-key.ts';
import type { Link } from '#http/pages/link-check.ts';

/** Pages with a form. A form is posted to the page that shows it. */
export type FormPage = PagesWith<{ form: PostableForm }> | LinkPage;
export const formPages = pagePaths.filter(
  (path): path is FormPage => 'form' in pages[path] || isLinkPage(path),
);

export interface PostedForm {
  readonly form: PostableForm;
  /** The page that shows the form; the address can be another's, when a sign-in began there. */
  readonly page: FormPage;
  /** The key of the page that the form was sent from. */
  readonly key: string | undefined;
  /** The body of the call. */
  readonly body: Readonly<Record<string, string>>;
  /** What is shown again: never a password or a code. */
  readonly values: Readonly<Record<string, string>>;
  /** The mailed link that the form belongs to. */
  readonly link?: Link;
}

/** What a form sends, by the names of its fields; whatever else is in the post is left out. */
const fieldsOf = {
  signInWithPassword: { call: ['email', 'password'], shown: ['email'] },
  verifyCode: { call: ['email', 'code', 'session'], shown: ['email', 'session', 'ways'] },
  verifyRecoveryCode: { call: ['email', 'recoveryCode', 'session'], shown: ['email', 'session', 'ways'] },
  verifySetUp: {
    call: ['email', 'setup', 'code', 'session'],
    shown: ['email', 'setup', 'session'],
  },
  resendCode: { call: ['email'], shown: ['email', 'session', 'ways'] },
  recoverPassword: { call: ['email'], shown: ['email'] },
  resetPassword: { call: ['email', 'code', 'password', 'passwordConfirmation'], shown: ['email'] },
  acceptInvitation: {
    call: ['email', 'confirmationCode', 'password', 'passwordConfirmation'],
    shown: ['email'],
    // Fixed by the specification (spec §7).
    fixed: { timezone: 'UTC', lang: 'en-US' },
  },
  declineInvitation: { call: ['email', 'confirmationCode'], shown: ['email'] },
  signUp: {
    call: ['name', 'companyName', 'email'],
    shown: ['name', 'companyName', 'email'],
  },
  confirmSignUp: {
    call: ['email', 'confirmationCode', 'password', 'passwordConfirmation'],
    shown: ['email'],
  },
  confirmIdentity: { call: ['email', 'confirmationCode'], shown: ['email'] },
  sendDeviceLink: { call: ['email'], shown: ['email'] },
  confirmDevice: { call: ['email', 'code'], shown: ['email'] },
  disownSignIn: { call: ['email', 'confirmationCode'], shown: ['email'] },
  removePasskeyByLink: { call: ['email', 'confirmationCode'], shown: ['email'] },
  // Never a form of our pages: `service/src/http/forms/google-posts.ts` reads it.
  signInWithGoogle: { call: ['idToken'], shown: [] },
  startSso: { call: ['email'], shown: ['email'] },
} as const satisfies Record<
  PostableForm,
  { call: readonly string[]; shown: readonly string[]; fixed?: Record<string, string> }
>;

/** The field that holds the token of a link, by the form. */
const tokenFields: Partial<Record<PostableForm, string>> = {
  resetPassword: 'code',
  acceptInvitation: 'confirmationCode',
  declineInvitation: 'confirmationCode',
  confirmSignUp: 'confirmationCode',
  confirmIdentity: 'confirmationCode',
  confirmDevice: 'code',
  disownSignIn: 'confirmationCode',
  removePasskeyByLink: 'confirmationCode',
};

/** Whether the form sets a password by a mailed link: the sign-in follows at the same address. */
export const choosesPassword = (form: PostableForm): boolean =>
  form === 'resetPassword' || form === 'acceptInvitation' || form === 'confirmSignUp';

const formOfPage = (page: FormPage): PostableForm =>
  isLinkPage(page) ? linkPages[page].form : pages[page].form;

/** @param clientType what the browser of the post runs in, which no field can say without script */
export function readForm(page: FormPage, fields: URLSearchParams, clientType: ClientType): PostedForm {
  const form = formNameOf(page, fields);
  const { call, shown, ...rest } = fieldsOf[form];
  const pick = (names: readonly string[]): Record<string, string> =>
    Object.fromEntries(names.map((name) => [name, fields.get(name) ?? '']));
  const tokenField = tokenFields[form];
  return {
    form,
    key: postedKey(fields),
    page: (form === formOfPage(page) || form === 'declineInvitation') && page !== '/' ? page : '/login',
    body: {
      ...pick(call.filter((name) => name !== 'code' || fields.get('action') !== 'skip')),
      ...('fixed' in rest && rest.fixed),
      ...(form === 'signInWithPassword' && { clientType }),
    },
    values: pick(shown),
    ...(tokenField !== undefined &&
      isLinkPage(page) && {
        link: { page, email: fields.get('email') ?? '', token: fields.get(tokenField) ?? '' },
      }),
  };
}

function isLinkPage(path: PagePath): path is LinkPage {
  return path in linkPages;
}

/**
 * Usually the page's own. The sign-in's refusal offers a link by email, in a form that says so. The sign-in that
 * follows a new password is answered at the same address, so what is posted there can also be the login form or the
 * code form: the code form is the one with a session, the login form the one with a password that is not typed twice.
 */
function formNameOf(page: FormPage, fields: URLSearchParams): PostableForm {
  if (fields.get('action') === 'deviceLink') return 'sendDeviceLink';
  if (page === '/users/confirmation' && fields.get('action') === 'decline') return 'declineInvitation';
  if (fields.has('setup')) return 'verifySetUp';
  if (fields.has('session'))
    return fields.get('action') === 'resend'
      ? 'resendCode'
      : fields.has('recoveryCode')
        ? 'verifyRecoveryCode'
        : 'verifyCode';
  const own = formOfPage(page);
  // Single sign-on without script ends at its address, where the login form can follow too.
  const isLogin = choosesPassword(own)
    ? !fields.has('passwordConfirmation')
    : own === 'startSso' && fields.has('password');
  return isLogin ? 'signInWithPassword' : own;
}
