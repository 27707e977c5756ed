/**
 * The other two engines in which the journeys with the tag `@engines` run: Debian's Firefox, and WebKitGTK's MiniBrowser.
 * `ENGINES=firefox,webkit` chooses them instead of Chromium.
 */
import {
  expect,
  type Locator,
  type Page,
  type PlaywrightTestOptions,
  type PlaywrightWorkerOptions,
  type Project,
} from '@playwright/test';

import type { ProductOptions } from '#product/start-product.ts';

/** What a journey needs beside one page, as its tag says, and why an engine does not have it. */
const missing: Record<string, Record<string, string>> = {
  firefox: { '@script-off': 'without script a page has no frames, for which a click or a fill waits' },
  webkit: {
    '@tabs': 'the inspector has one page, so no second tab',
    '@offline': 'the inspector cannot cut the network',
    '@script-off': 'the inspector needs the script',
    '@routed-post': 'a form is not posted while requests are intercepted',
    '@history': 'the inspector loses a page that comes back from the back/forward cache',
  },
};

/** Why the engine cannot run a journey with these tags; undefined if it can. */
export function whyNot(engine: string, tags: readonly string[]): string | undefined {
  const tag = tags.find((each) => missing[engine]?.[each] !== undefined);
  return tag && `${engine}: ${missing[engine]?.[tag]}`;
}

const uses: Record<string, Partial<PlaywrightTestOptions & PlaywrightWorkerOptions>> = {
  firefox: {
    browserName: 'firefox',
    // Over WebDriver BiDi, as a Firefox that is not Playwright's own needs.
    channel: 'moz-firefox',
    launchOptions: {
      executablePath: '/usr/lib/firefox-esr/firefox-esr',
      firefoxUserPrefs: {
        // Going back does not answer with it.
        'fission.bfcacheInParent': false,
        // Playwright cannot set these over BiDi.
        'layout.css.prefers-color-scheme.content-override': 1,
        'ui.prefersReducedMotion': 1,
      },
    },
  },
  webkit: { browserName: 'webkit', launchOptions: {} },
};

/** Playwright's projects: none, which is Chromium with every journey, or those that `ENGINES` names. */
export function engineProjects(
  names = process.env['ENGINES']?.split(',') ?? [],
): Pick<{ projects: Project<object, ProductOptions>[] }, 'projects'> | undefined {
  if (names.length === 0) return undefined;
  // A busy machine loses an event of X, or a message of the inspector: who fails twice has failed.
  return { projects: names.map((name) => ({ name, grep: /@engines/, retries: 1, use: uses[name] ?? {} })) };
}

/**
 * Has every locator fill a field as an engine does for typed text. Over BiDi and WebKit's inspector Playwright sets the value
 * instead, of which React takes no notice, and adds to what a field has whose selection the page has moved.
 */
export function fillByCommand(page: Page): void {
  const locators = Object.getPrototypeOf(page.locator('html')) as Locator;
  locators.fill = async function fill(text) {
    await expect(this).toBeEditable();
    await this.evaluate((field, value) => {
      (field as HTMLInputElement).focus();
      (field as HTMLInputElement).select();
      document.execCommand(value === '' ? 'delete' : 'insertText', false, value);
    }, text);
  };
}
