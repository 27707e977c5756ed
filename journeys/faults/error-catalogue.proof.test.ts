/**
 * The error catalogue (spec §8) in the browser: each form × each failing answer, as a mock response. Each one shows its
 * exact text in an alert, leaves the typed text, and lets the person continue.
 */
import { expect, type Page } from '@playwright/test';

import { hours } from '@app/contract/fields/durations.ts';
import * as limits from '@app/contract/fields/limits.ts';

import { fulfill } from '@app/testing/browser/mock-responses.ts';
import { type FailingAnswer, type Meaning } from './failing-answers.ts';
import { failingForms, type FailingForm } from './failing-forms.ts';
import { inEachLanguage } from '@app/testing/browser/each-language.ts';
import { test } from '@app/testing/browser/browser-test.ts';
import type { Scene } from '@app/testing/states/screen-state.ts';
import { translation } from '@app/testing/product/texts.ts';

test.describe.configure({ mode: 'parallel' });

/** The exact texts of the specification. */
const english: Record<Meaning, string> = {
  network: 'Connection lost. Please check your internet connection.',
  timeout: 'Request timed out, please try again',
  tooMany: 'Too many requests, please try again shortly',
  invalid: "Some of the information isn't valid.",
  fields: 'Invalid value provided',
  unknown: 'An error occurred and we are looking into it. Please try again later.',
  credentials: 'The credentials provided are incorrect.',
  google: 'Your company admin has configured your account to use Google Sign-in',
  saml: 'Your company admin has configured your account to use SSO',
  password: 'Your company admin has configured your account to sign in with your email and password',
  forbidden: "You don't have permission to access this resource.",
  challengeDead: 'Too many failed attempts, please log in again with credentials.',
  invalidCode: "Wrong or expired code. Please check the code and try again, or click 'send new code'.",
  linkExpired: 'The link has expired. Please contact an admin to get your invitation re-sent.',
  sessionExpired: 'Your session has expired. Please log in again.',
  tooManyCodes: 'You have asked for too many codes. Please log in again in a few minutes.',
  invalidLink: 'This link is no longer valid. Please ask for a new one.',
  tooSoon: 'You can ask for a new code 60 seconds after the last one.',
};
const keys: Record<Meaning, string> = {
  network: 'errors.network',
  timeout: 'errors.timeout',
  tooMany: 'errors.rateLimited',
  invalid: 'errors.invalid',
  fields: 'fields.invalid',
  unknown: 'errors.unknown',
  credentials: 'errors.credentials',
  google: 'errors.strategyGoogle',
  saml: 'errors.strategySaml',
  password: 'errors.strategyPassword',
  forbidden: 'errors.forbidden',
  challengeDead: 'errors.challengeDead',
  invalidCode: 'errors.invalidCode',
  linkExpired: 'errors.linkExpired',
  sessionExpired: 'errors.sessionExpired',
  tooManyCodes: 'errors.validationLimitExceeded',
  invalidLink: 'errors.invalidLink',
  tooSoon: 'errors.resendTooSoon',
};

/** The form after a failing answer. */
interface Found {
  /** The text of the form's alerts. */
  readonly words: string;
  readonly typed: Record<string, string>;
  /** Whether the focus is where the form puts it after this answer. */
  readonly focused: boolean;
  /** Whether the form can be submitted again. */
  readonly ready: boolean;
}

const alerts = (page: Page) => page.getByRole('main').getByRole('alert').filter({ hasText: /\S/ });
const keyOf = (form: FailingForm, { means }: FailingAnswer) => form.words?.[means] ?? keys[means];
/** The English text of a key: the specification's where it has one. */
const englishText = (key: string): string => {
  const [means] = Object.entries(keys).find(([, each]) => each === key) ?? [];
  return means === undefined ? translation(key) : english[means as Meaning];
};

/**
 * Waits for the exact text in an alert that has the focus (or where the form puts it), with all typed text still
 * there and the form ready to submit. One call into the page checks all of it, because there are hundreds.
 */
async function expectFound(page: Page, form: FailingForm, means: Meaning, words: string): Promise<void> {
  const wanted: Found = { words, typed: { ...form.typed }, focused: true, ready: true };
  const find = () =>
    page.evaluate(
      ({ names, focus }): Found => {
        const main = document.querySelector('main');
        const said = [...(main?.querySelectorAll<HTMLElement>('[role="alert"]') ?? [])].filter(
          ({ innerText }) => innerText.trim() !== '',
        );
        const valueOf = (name: string) =>
          main?.querySelector<HTMLInputElement>(`input[name="${name}"]:not([type="hidden"])`)?.value ?? '';
        const { activeElement } = document;
        const onAlert = said.some((alert) => alert.contains(activeElement) || activeElement?.contains(alert));
        return {
          words: said.map(({ innerText }) => innerText.trim().replaceAll(/\s+/g, ' ')).join(' | '),
          typed: Object.fromEntries(names.map((name) => [name, valueOf(name)])),
          focused: focus === undefined ? onAlert : activeElement?.matches(focus) === true,
          ready: main?.querySelector('[aria-busy="true"], button:disabled') === null,
        };
      },
      { names: Object.keys(form.typed), focus: form.focus?.[means] ?? form.focus?.any },
    );
  await expect.poll(find, { intervals: [10, 20, 50, 100] }).toEqual(wanted);
}

for (const form of failingForms) {
  test(`every failing answer shows its error on the form: ${form.name}`, async ({
    page,
    product,
    time,
    monitor,
  }) => {
    test.setTimeout(300_000);
    const scene: Scene = { page, product, time, monitor };
    // The app's timeout must follow the movable clock.
    await page.addInitScript(() => {
      AbortSignal.timeout = (wait) => {
        const controller = new AbortController();
        setTimeout(() => controller.abort(new DOMException('over', 'TimeoutError')), wait);
        return controller.signal;
      };
    });
    monitor.mayFail();
    for (const { what } of form.answers) {
      if (typeof what === 'object' && what.status >= 400) monitor.mayAnswer(what.status, form.entry);
    }
    let next: FailingAnswer | undefined;
    let answered = () => {};
    await page.route(`**${form.entry.path}`, async (route) => {
      if (!next) return route.continue();
      await fulfill(route, next.what);
      answered();
    });

    const staying = form.answers.filter(({ means }) => !form.leaves?.includes(means));
    const leaving = form.answers.filter(({ means }) => form.leaves?.includes(means));
    const translated = new Set<string>();
    async function meet(given: FailingAnswer): Promise<string> {
      next = given;
      const done = new Promise<void>((resolve) => (answered = resolve));
      await form.send(page);
      await done;
      return given.wait ?? englishText(keyOf(form, given));
    }

    await form.open(scene);
    for (const given of staying) {
      await test.step(given.name, async () => {
        await expectFound(page, form, given.means, await meet(given));
        const key = keyOf(form, given);
        if (!translated.has(key)) await expectTranslations(page, key);
        translated.add(key);
      });
    }

    // No answer: the app waits 15 seconds and shows the same text as for a lost connection.
    next = { name: 'no answer for 15 seconds', what: 'held', means: 'network' };
    const held = new Promise<void>((resolve) => (answered = resolve));
    await form.send(page);
    await held;
    await time.pass(limits.callTimeout);
    await expectFound(page, form, 'network', english.network);

    for (const given of leaving) {
      await test.step(given.name, async () => {
        next = undefined;
        await product.advance(hours(1));
        await page.evaluate(() => {
          sessionStorage.clear();
          localStorage.clear();
          // Without this, opening the same address is a reload, which restores the open step.
          history.replaceState(null, '');
        });
        await form.open(scene);
        await expect(alerts(page)).toHaveText(await meet(given), { useInnerText: true });
        const name = translation(given.means === 'saml' ? 'sso.submit' : 'login.submit');
        await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
        await expectTranslations(page, keyOf(form, given));
      });
    }
  });
}

/** An open message follows the language. */
async function expectTranslations(page: Page, key: string): Promise<void> {
  const texts = await inEachLanguage(page, 'main [role="alert"]');
  for (const { language, text } of texts) expect(text, language).toContain(translation(key, language));
}
