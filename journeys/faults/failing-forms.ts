/** The forms of the sign-in app as a person meets their failing answers: how to fill and send each, and what it says. */
import { expect, type Page } from '@playwright/test';

import { endpoints, type Endpoint } from '@app/contract/calls/endpoints.ts';

import type { LinkPage } from '@app/testing/product/mailed-links.ts';
import { awake } from '@app/testing/browser/hydration.ts';
import { answer, answerWith } from '@app/testing/browser/mock-responses.ts';
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
import { madeUpLink } from '@app/testing/states/link-states.ts';
import { openLogin } from '@app/testing/states/login-states.ts';
import type { Scene } from '@app/testing/states/screen-state.ts';
import { wordsOf } from '@app/testing/product/texts.ts';

export interface FailingForm {
  readonly name: string;
  readonly entry: Endpoint;
  readonly answers: readonly FailingAnswer[];
  /** The form's own words where they are not those of a sign-in; by the key of their text. */
  readonly words?: Partial<Record<Meaning, string>>;
  /** Opens the form and fills it in. */
  readonly open: (scene: Scene) => Promise<void>;
  /** Sends it, as it stands. */
  readonly send: (page: Page) => Promise<void>;
  /** What was typed, by the names of the fields. */
  readonly typed: Readonly<Record<string, string>>;
  /** Selects where the focus goes, after some answers or any; the message itself when left out. */
  readonly focus?: Partial<Record<Meaning | 'any', string>>;
  /** What ends the step and opens login, or single sign-on, which says why. */
  readonly leaves?: readonly Meaning[];
}

/** An answer that cannot be read, or that no call of ours gives, is no wrong password where none was typed. */
const ours: Partial<Record<Meaning, string>> = { credentials: 'errors.unknown' };
const named = (page: Page, key: string) => page.getByRole('button', { name: wordsOf(key) });
const twice = { password, passwordConfirmation: password };

async function fill(page: Page, typed: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(typed))
    await page.locator(`main input[name="${name}"]`).fill(value);
}

/** A form that is sent by one button. */
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
    open: async ({ page, product, watched }) => {
      const address = product.url + given.path;
      if (given.path.includes('?')) watched.mayOpen(address);
      await page.goto(address);
      await expect(button(page)).toBeVisible();
      await awake(page);
      await fill(page, given.typed);
    },
    send: (page) => button(page).click(),
    typed: given.typed,
  };
}

/** A form that the link of a mail opens. The link is good all the time, so that what is said is said by the form. */
function formOfLink(page: LinkPage, given: Omit<Parameters<typeof form>[0], 'path' | 'more'>): FailingForm {
  const own = form({ ...given, path: madeUpLink(page), more: linkAnswers });
  return {
    ...own,
    open: async (scene) => {
      await answerWith(scene, endpoints.checkLink, answer({ state: 'valid' }));
      await own.open(scene);
    },
  };
}

/** The form without the answers that end it with a screen of their own, which the screen's test looks at. */
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
    // The next password is typed over the wrong one.
    focus: { credentials: 'input[name="password"]' },
    leaves: ['saml'],
  },
  {
    name: 'code',
    entry: endpoints.verifyCode,
    answers: [...failingAnswers, ...unreadableSuccesses, ...codeAnswers],
    open: async (scene) => {
      await openCode(scene);
      // Then every button can be pressed.
      await scene.time.pass(61_000);
    },
    send: async (page) => {
      // Whole, it sends itself the first time; then it is for the person to say that it is right.
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
    send: (page) => page.getByRole('button', { name: wordsOf('code.resend') }).click(),
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
    submit: 'account.confirm',
    typed: twice,
  }),
  form({
    name: 'sign up',
    entry: endpoints.signUp,
    path: '/signup',
    submit: 'signUp.submit',
    typed: { companyName: 'Fjordline Ferries', email: 'nora@fjordline.test', ...twice },
  }),
  withoutAnswer(
    'saml',
    formOfLink('/signup/confirm', {
      name: 'confirm sign up',
      entry: endpoints.confirmSignUp,
      submit: 'account.confirm',
      typed: {},
      words: { linkExpired: 'errors.invalidLink' },
    }),
  ),
];
