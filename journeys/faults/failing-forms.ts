/**
 * The forms of the sign-in app for the tests of failing answers: how to fill in and submit each, and its error texts.
 */
import { expect, type Page } from '@playwright/test';

import { endpoints, type Endpoint } from '@app/contract/calls/endpoints.ts';

import type { LinkPage } from '@app/testing/product/mailed-links.ts';
import { waitForHydration } from '@app/testing/browser/hydration.ts';
import { answer, mockCall } from '@app/testing/browser/mock-responses.ts';
import {
  codeAnswers,
  failingAnswers,
  linkAnswers,
  resendAnswers,
  unreadableSuccesses,
  type FailingAnswer,
  type Meaning,
} from './failing-answers.ts';
import {
  ada,
  ben,
  codeField,
  codeTitle,
  logIn,
  password,
  verifyButton,
} from '@app/testing/screens/sign-in-screens.ts';
import { unknownLink } from '@app/testing/states/link-states.ts';
import { openLogin } from '@app/testing/states/login-states.ts';
import type { Scene } from '@app/testing/states/screen-state.ts';
import { translation } from '@app/testing/product/texts.ts';

export interface FailingForm {
  readonly name: string;
  readonly entry: Endpoint;
  readonly answers: readonly FailingAnswer[];
  /** The keys of the form's own error texts, where they differ from those of a sign-in. */
  readonly words?: Partial<Record<Meaning, string>>;
  /** Opens the form and fills it in. */
  readonly open: (scene: Scene) => Promise<void>;
  /** Submits it without a change. */
  readonly send: (page: Page) => Promise<void>;
  /** The typed texts, by the names of the fields. */
  readonly typed: Readonly<Record<string, string>>;
  /** The selector of the element that gets the focus, after some answers or any; the message itself by default. */
  readonly focus?: Partial<Record<Meaning | 'any', string>>;
  /** The answers that end the step and open login or single sign-on with the error. */
  readonly leaves?: readonly Meaning[];
}

/** An unreadable or unexpected answer does not mean a wrong password on a form without one. */
const ours: Partial<Record<Meaning, string>> = { credentials: 'errors.unknown' };
const named = (page: Page, key: string) => page.getByRole('button', { name: translation(key) });
const twice = { password, passwordConfirmation: password };

async function fill(page: Page, typed: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(typed))
    await page.locator(`main input[name="${name}"]`).fill(value);
}

/** A form with one submit button. */
function form(given: {
  readonly name: string;
  readonly entry: Endpoint;
  readonly path: string;
  readonly submit: string;
  readonly typed: Readonly<Record<string, string>>;
  readonly more?: readonly FailingAnswer[];
  readonly words?: Partial<Record<Meaning, string>>;
}): FailingForm {
  const button = (page: Page) => named(page, given.submit);
  return {
    name: given.name,
    entry: given.entry,
    answers: [...failingAnswers, ...(given.more ?? [])],
    words: { ...ours, ...given.words },
    open: async ({ page, product, monitor }) => {
      const address = product.url + given.path;
      if (given.path.includes('?')) monitor.mayOpen(address);
      await page.goto(address);
      await expect(button(page)).toBeVisible();
      await waitForHydration(page);
      await fill(page, given.typed);
    },
    send: (page) => button(page).click(),
    typed: given.typed,
  };
}

/** A form that a mailed link opens. The link is always valid, so that only the form shows errors. */
function formOfLink(page: LinkPage, given: Omit<Parameters<typeof form>[0], 'path' | 'more'>): FailingForm {
  const own = form({ ...given, path: unknownLink(page), more: linkAnswers });
  return {
    ...own,
    open: async (scene) => {
      await mockCall(scene, endpoints.checkLink, answer({ state: 'valid' }));
      await own.open(scene);
    },
  };
}

/** The form without the answers that lead to a separate screen; that screen's test covers those. */
const withoutAnswer = (meaning: Meaning, own: FailingForm): FailingForm => ({
  ...own,
  answers: own.answers.filter(({ means }) => means !== meaning),
});

async function openCode({ page, product }: Scene): Promise<void> {
  await openLogin(page);
  await logIn(page, ada);
  await expect(codeTitle(page)).toBeVisible();
  await product.mailbox.next(ada);
}

const typedCode = '000000';

export const failingForms: readonly FailingForm[] = [
  {
    name: 'login',
    entry: endpoints.signInWithPassword,
    answers: [...failingAnswers, ...unreadableSuccesses],
    open: async ({ page }) => {
      await openLogin(page);
      await fill(page, { email: ben, password });
    },
    send: (page) => named(page, 'login.submit').click(),
    typed: { email: ben, password },
    // The person types the next password over the wrong one.
    focus: { credentials: 'input[name="password"]' },
    leaves: ['saml'],
  },
  {
    name: 'code',
    entry: endpoints.verifyCode,
    answers: [...failingAnswers, ...unreadableSuccesses, ...codeAnswers],
    open: async (scene) => {
      await openCode(scene);
      // After a minute every button is enabled.
      await scene.time.pass(61_000);
    },
    send: async (page) => {
      // A complete code submits itself the first time; after that the person presses Verify.
      if ((await codeField(page).inputValue()) === '') await codeField(page).fill(typedCode);
      else await verifyButton(page).click();
    },
    typed: { code: typedCode },
    focus: { any: 'input[name="code"]' },
    leaves: ['google', 'saml', 'password', 'sessionExpired', 'challengeDead'],
  },
  {
    name: 'new code',
    entry: endpoints.resendCode,
    answers: [...failingAnswers, ...unreadableSuccesses, ...resendAnswers],
    open: async (scene) => {
      await openCode(scene);
      await scene.time.pass(61_000);
    },
    send: (page) => page.getByRole('button', { name: translation('code.resend') }).click(),
    typed: {},
    focus: { any: 'input[name="code"]' },
  },
  form({
    name: 'forgot password',
    entry: endpoints.recoverPassword,
    path: '/password/forgot',
    submit: 'forgot.submit',
    typed: { email: ben },
  }),
  formOfLink('/password/reset', {
    name: 'reset password',
    entry: endpoints.resetPassword,
    submit: 'reset.submit',
    typed: twice,
    words: { linkExpired: 'errors.invalidLink' },
  }),
  formOfLink('/users/confirmation', {
    name: 'invitation',
    entry: endpoints.acceptInvitation,
    submit: 'invitation.submit',
    typed: twice,
  }),
  form({
    name: 'sign up',
    entry: endpoints.signUp,
    path: '/signup',
    submit: 'signUp.submit',
    typed: { name: 'Nora Lind', companyName: 'Fjordline Ferries', email: 'nora@fjordline.test' },
  }),
  withoutAnswer(
    'saml',
    formOfLink('/signup/confirm', {
      name: 'confirm sign up',
      entry: endpoints.confirmSignUp,
      submit: 'account.confirm',
      typed: twice,
      words: { linkExpired: 'errors.invalidLink' },
    }),
  ),
];
