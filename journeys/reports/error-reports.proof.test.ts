/** What reaches the intake of error reports from a staging product, and that no secret does. */
import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { basename, join } from 'node:path';
import type { Page } from '@playwright/test';

import { expect, test } from '@app/testing/browser/reporting-product.ts';
import type { ReportIntake } from '@app/testing/browser/report-intake.ts';
import { createAccount } from '@app/testing/product/accounts.ts';
import {
  codeField,
  emailField,
  loginButton,
  notifications,
  passwordField,
  successTitle,
} from '@app/testing/screens/sign-in-screens.ts';

const maps = join(import.meta.dirname, '../../sign-in/dist/maps/assets');

interface ReportedFrame {
  readonly filename?: string;
  readonly lineno?: number;
  readonly colno?: number;
}
interface ReportedEvent {
  readonly environment?: string;
  readonly release?: string;
  readonly tags?: { readonly app?: string; readonly how?: string };
  readonly contexts?: { readonly react?: { readonly componentStack?: string } };
  readonly exception?: {
    readonly values: readonly {
      readonly value?: string;
      readonly mechanism?: { readonly handled: boolean };
      readonly stacktrace?: { readonly frames: readonly ReportedFrame[] };
    }[];
  };
}
const unknownError = 'An error occurred and we are looking into it. Please try again later.';

const eventsOf = (intake: ReportIntake): ReportedEvent[] =>
  intake.items('event').map(({ payload }) => payload as ReportedEvent);
const wordsOf = (event: ReportedEvent): string => event.exception?.values[0]?.value ?? '';
const eventAbout = (intake: ReportIntake, words: string): ReportedEvent | undefined =>
  eventsOf(intake).find((event) => wordsOf(event).includes(words));

/** Lets the next screen crash once, where it writes its title. */
const breakNextScreen = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const own = Object.getOwnPropertyDescriptor(Document.prototype, 'title') ?? {};
    Object.defineProperty(document, 'title', {
      configurable: true,
      get: () => own.get?.call(document) as string,
      set: () => {
        Object.defineProperty(document, 'title', own);
        throw new Error('crashed on purpose');
      },
    });
  });

/** Where the source of a reported frame is, by the map that the build made. */
function sourceOf({ filename = '', lineno = 0, colno = 0 }: ReportedFrame): { file: string; line: string } {
  const name = basename(filename);
  const map = JSON.parse(readFileSync(join(maps, `${name}.map`), 'utf8')) as SourceMapPayload;
  const entry = new SourceMap(map).findEntry(lineno - 1, colno - 1);
  if (!('originalSource' in entry)) return { file: '', line: '' };
  const text = map.sourcesContent[map.sources.indexOf(entry.originalSource)] ?? '';
  return { file: entry.originalSource, line: text.split('\n')[entry.originalLine] ?? '' };
}

test('an uncaught error and a rejection are reported once, without the token that they quote', async ({
  page,
  monitor,
  intake,
}) => {
  monitor.mayVisit(intake.origin);
  monitor.mayLog(/broken on purpose/);
  const token = `tok-${process.pid}-${'k'.repeat(20)}`;
  await page.addInitScript((secret) => {
    // Before any script of the page is loaded: the queue has to keep it.
    addEventListener('DOMContentLoaded', () => {
      setTimeout(() => {
        throw new Error(`broken on purpose, thrown at /reset?token=${secret}`);
      });
    });
  }, token);
  await page.goto(`/login?x=${token}`);
  await page.evaluate((secret) => {
    void Promise.reject(Object.assign(new Error('broken on purpose, rejected'), { password: secret }));
  }, token);
  await expect.poll(() => eventsOf(intake).length).toBe(2);

  const thrown = eventAbout(intake, 'thrown');
  expect(thrown).toMatchObject({
    environment: 'staging',
    release: '1.9.0',
    tags: { app: 'sign-in', how: 'uncaught' },
  });
  expect(thrown?.exception?.values[0]).toMatchObject({
    value: 'broken on purpose, thrown at /reset',
    mechanism: { handled: false },
  });
  expect(eventAbout(intake, 'rejected')?.tags).toMatchObject({ app: 'sign-in', how: 'rejection' });
  await expect.poll(() => intake.items('session').length).toBeGreaterThan(0);
  expect(intake.items('session').map(({ payload }) => (payload as { status: string }).status)).toContain(
    'unhandled',
  );
  expect(intake.wire()).not.toContain(token);
  expect(intake.faults()).toEqual([]);
});

test('a crash of the screen is logged, reported with its components, and leads to login', async ({
  page,
  product,
  monitor,
  intake,
}) => {
  monitor.mayVisit(intake.origin);
  monitor.mayLog(/crashed on purpose/);
  await page.goto('/login');
  await expect(loginButton(page)).toBeEnabled();
  await breakNextScreen(page);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(notifications(page).getByText(unknownError)).toBeVisible();
  await expect
    .poll(() => eventAbout(intake, 'crashed on purpose')?.tags)
    .toMatchObject({ app: 'sign-in', how: 'crash' });
  const stack = eventAbout(intake, 'crashed on purpose')?.contexts?.react?.componentStack;
  expect(stack).toMatch(/\n\s+at \w+ \(https:\/\/login\.corp\.test:\d+\/assets\/[\w-]+\.js:\d+:\d+\)/);
  // The intake finds the source of a line by the map.
  const frames = eventAbout(intake, 'crashed on purpose')?.exception?.values[0]?.stacktrace?.frames ?? [];
  const sources = frames.filter(({ filename = '' }) => /\/assets\//.test(filename)).map(sourceOf);
  expect(sources.find(({ file }) => file.endsWith('/src/i18n/use-texts.ts'))?.line).toContain(
    'document.title = title',
  );

  const line = () =>
    product
      .output()
      .split('\n')
      .find((each) => each.includes('crash of the screen'));
  await expect.poll(line).toBeDefined();
  expect(line()).toContain('crashed on purpose');
  expect(line()).toContain('componentStack');
});

test('a crash of the dashboard is reported before login, where the person stays signed in', async ({
  page,
  product,
  hosts,
  monitor,
  intake,
}) => {
  monitor.mayVisit(intake.origin);
  monitor.mayLog(/crashed on purpose/);
  const { email, password } = await createAccount({ ...product, url: hosts.serviceUrl });
  await page.goto('/login');
  await emailField(page).fill(email);
  await passwordField(page).fill(password);
  await loginButton(page).click();
  await codeField(page).fill(await product.mailbox.nextCode(email));
  await expect(successTitle(page)).toBeVisible();
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // Until then this screen still writes its title.
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  await breakNextScreen(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My account' }).click();
  await expect(successTitle(page)).toBeVisible();
  await expect(notifications(page).getByText(unknownError)).toBeVisible();
  const ofDashboard = () => eventsOf(intake).filter(({ tags }) => tags?.app === 'dashboard');
  await expect.poll(() => ofDashboard().map(({ tags }) => tags?.how)).toEqual(['crash']);
  expect(ofDashboard().map(wordsOf)).toEqual(['crashed on purpose']);

  const lines = () =>
    product
      .output()
      .split('\n')
      .filter((line) => line.includes('"source":"dashboard"'));
  await expect.poll(() => lines().some((line) => line.includes('crash of the screen'))).toBe(true);
  expect(
    lines().some((line) => line.includes('"category":"call"') && line.includes('answered: success')),
  ).toBe(true);
  expect(intake.wire()).not.toContain(email);
});

test('a dead intake changes nothing for the person', async ({ page, monitor, intake }) => {
  monitor.mayVisit(intake.origin);
  monitor.mayFail();
  monitor.mayLog(/broken on purpose/);
  const tried: string[] = [];
  await page.route(`${intake.origin}/**`, (route) => {
    tried.push(route.request().url());
    return route.abort('connectionrefused');
  });
  await page.goto('/login');
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('broken on purpose for nobody');
    });
  });
  await expect.poll(() => tried.length).toBeGreaterThan(0);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await emailField(page).fill('nobody@lowtide.test');
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(eventAbout(intake, 'for nobody')).toBeUndefined();
});
