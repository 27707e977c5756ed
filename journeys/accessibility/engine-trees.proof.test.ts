/**
 * Each main screen has the same accessibility tree in every engine as in Chromium: the same roles and names in the same order,
 * except what is listed here. In Chromium the test compares two openings of a screen.
 */
import { browserOptions } from '@app/testing/browser/browser-options.ts';
import { expect, test as base } from '@app/testing/browser/browser-test.ts';
import { startMonitor } from '@app/testing/browser/monitor.ts';
import { openDashboard } from '@app/testing/product/dashboard-session.ts';
import type { Scene } from '@app/testing/states/screen-state.ts';
import { states } from '@app/testing/states/states.ts';

import { comparedCount, readTree } from './engine-tree.ts';

const help = 'help, every topic';
const code = 'code, empty, waiting for a new one';
const screens = [
  'login, empty',
  'login, wrong password',
  'single sign-on, empty',
  'forgot password, empty',
  'forgot password, sent',
  'sign up, empty',
  'reset password, link valid',
  'invitation, link valid',
  'action result, success',
  help,
  code,
];
const areas = [
  'overview',
  'people',
  'invitations',
  'invitations/new',
  'single-sign-on',
  'second-step',
  'sign-in-log',
  'me',
];

/** For each difference, the screens that have it: the line of Chromium, and that of the engine. */
type Differences = Record<string, readonly string[]>;

/** A password field has no role by the standard; a select is the button that opens its menu, to GTK. */
const knownOfScreens: Record<string, Differences> = {
  firefox: {
    'textbox "Password" is another role': ['login, empty', 'login, wrong password'],
    'textbox "New password" is another role': ['reset password, link valid', 'invitation, link valid'],
    'textbox "Confirm password" is another role': ['reset password, link valid', 'invitation, link valid'],
    // A `summary` has no role by the standard.
    [`button "Didn't get our email?" is another role`]: [code],
  },
  webkit: {
    'combobox "Language" is button "Language"': screens.filter((screen) => screen !== help),
    [`button "Didn't get our email?" is nothing`]: [code],
  },
};
const knownOfAreas: Record<string, Differences> = {
  firefox: {
    // The hint to drop a file is not shown without a mouse.
    'status "" is another role': ['invitations/new'],
    'textbox "Current password" is another role': ['me'],
    'textbox "New password" is another role': ['me'],
    'textbox "Confirm password" is another role': ['me'],
  },
  webkit: {
    'combobox "Period" is button "Period"': ['overview', 'sign-in-log'],
    'combobox "Status" is button "Status"': ['invitations'],
    'combobox "Result" is button "Result"': ['sign-in-log'],
    'combobox "Type" is button "Type"': ['sign-in-log'],
  },
};

interface Comparison {
  /** Chromium with the same product. */
  readonly chromium: Scene;
  /** Compares the screen that both browsers show. */
  compare(screen: string): Promise<void>;
  readonly differences: Differences;
}

const test = base.extend<{ comparison: Comparison }>({
  comparison: async ({ page, product, time, playwright }, use) => {
    const { launchOptions, viewport, reducedMotion, locale, timezoneId } = browserOptions();
    const browser = await playwright.chromium.launch(launchOptions);
    const context = await browser.newContext({
      baseURL: product.url,
      ...({ viewport, reducedMotion, locale, timezoneId } as object),
    });
    const monitor = await startMonitor(context, product.url);
    await context.clock.install({ time: await product.now() });
    const chromium = { page: await context.newPage(), product, time, monitor };
    const differences: Record<string, string[]> = {};

    async function compare(screen: string): Promise<void> {
      const expected = await readTree(chromium.page);
      await expect.poll(() => comparedCount(page), { message: screen }).toBe(expected.length);
      const tree = await readTree(page, expected);
      for (const [at, line] of expected.entries()) {
        // WebKitGTK 2.50 adds the option to a select's name, and 2.54 does not.
        const other = tree[at]?.replace('"Language English"', '"Language"');
        if (line === other) continue;
        const on = (differences[`${line || 'nothing'} is ${other || 'nothing'}`] ??= []);
        if (!on.includes(screen)) on.push(screen);
      }
    }
    await use({ chromium, compare, differences });
    await browser.close();
  },
});

test(
  'the screens of the sign-in app have the accessibility tree of Chromium',
  { tag: '@engines' },
  async ({ page, product, monitor, time, browserName, comparison: { chromium, compare, differences } }) => {
    for (const name of screens) {
      const found = states.find(({ screen, state }) => `${screen}, ${state}` === name);
      if (!found) throw new Error(`There is no state ${name}.`);
      await found.reach(chromium, 'en');
      await found.reach({ page, product, monitor, time }, 'en');
      await compare(name);
    }
    expect(differences).toEqual(knownOfScreens[browserName] ?? {});
  },
);

test(
  'the areas of the dashboard have the accessibility tree of Chromium',
  { tag: '@engines' },
  async ({ page, product, browserName, comparison: { chromium, compare, differences } }) => {
    async function open(path: string): Promise<void> {
      for (const each of [chromium.page, page]) {
        await each.goto(`/dashboard/${path}`);
        await each.getByRole('heading', { level: 1 }).waitFor();
        await expect(each.locator('[data-area=loading], main [aria-busy=true]')).toHaveCount(0);
      }
      await compare(path);
    }
    await openDashboard(chromium.page, product, { path: '/people' });
    const ben = await chromium.page.getByRole('link', { name: 'Ben Okafor' }).getAttribute('href');
    // One session: both see the same lists.
    const cookies = await chromium.page.context().cookies();
    await page
      .context()
      .addCookies(cookies.map(({ name, value, expires }) => ({ name, value, expires, url: product.url })));
    for (const path of [...areas, ben?.replace('/dashboard/', '') ?? '']) await open(path);
    expect(differences).toEqual(knownOfAreas[browserName] ?? {});
  },
);
