/** The states of the screens without a form: action results, status and the error pages. */
import { expect } from '@playwright/test';

import { answer, mockCall, type MockResponse } from '#browser/mock-responses.ts';
import { openLogin } from './login-states.ts';
import type { Scene, ScreenState } from './screen-state.ts';
import { translation } from '#product/texts.ts';

const results = {
  success: 'result.success',
  code_expired: 'result.codeExpired',
  ttl: 'result.ttl',
  cancelled: 'result.cancelled',
  too_late: 'result.tooLate',
  unknown: 'result.unknownTitle',
};

const serviceHealthPath = '/healthz/services';
const health = (down: readonly string[]): MockResponse =>
  answer({
    version: '1.9.0',
    checkedAt: Date.now(),
    services: ['identity', 'auth', 'dashboard', 'workspace'].map((service) => ({
      service,
      state: down.includes(service) ? 'down' : 'up',
      took: down.includes(service) ? null : 12,
    })),
  });

/** The status screen after a mock response, or after the service's own when there is none. */
const status = (state: string, what: MockResponse | undefined, key: string, more = {}): ScreenState => ({
  screen: 'status',
  state,
  reach: async (scene) => {
    if (what) await mockCall(scene, { path: serviceHealthPath }, what);
    await scene.page.goto('/status');
    await expect(scene.page.getByText(translation(key)).first()).toBeVisible();
  },
  ...more,
});

/** A page without script: its language comes from the address only. */
const withoutScript = (
  screen: string,
  heading: string,
  open: (scene: Scene, language: string) => Promise<void>,
): ScreenState => ({
  screen,
  state: 'without script',
  byAddress: true,
  reach: async (scene, language) => {
    await scene.page.route('**/*.js', () => {});
    await open(scene, language);
    await expect(
      scene.page.getByRole('heading', { level: 1, name: translation(heading, language as 'en') }),
    ).toBeVisible();
  },
});

export const pageStates: readonly ScreenState[] = [
  ...Object.entries(results).map(([result, key]): ScreenState => ({
    screen: 'action result',
    state: result,
    ...(result === 'unknown' && { main: true }),
    reach: async ({ page }) => {
      await page.goto(`/action_result?result=${result}`);
      await expect(page.getByText(translation(key))).toBeVisible();
    },
  })),
  status('every service works', undefined, 'status.up', { main: true }),
  status('a service does not answer', health(['workspace']), 'status.down'),
  status('being checked', 'held', 'status.notKnown'),
  status('could not be checked', 'lost', 'errors.network'),
  withoutScript('error page: not found', 'errors.notFound', async ({ page, monitor }, language) => {
    monitor.mayAnswer(404, { path: '/no/such/page' });
    await page.goto(`/no/such/page?lng=${language}`, { waitUntil: 'commit' });
  }),
  {
    screen: 'error page: router error',
    state: 'a part of the app cannot be had, twice',
    main: true,
    reach: async ({ page, monitor }) => {
      monitor.mayFail();
      monitor.mayLog(/forgot-password|React error #422/);
      await openLogin(page);
      await page.route(/\/assets\/account-.*\.js$/, (route) => route.abort());
      const forgot = page.getByRole('link', { name: translation('login.forgot') });
      await forgot.click();
      // The first error leads to login.
      await expect(page.getByRole('region').getByText(translation('errors.routerError'))).toBeVisible();
      await forgot.click();
      await expect(page.getByRole('heading', { name: translation('errors.routerError') })).toBeVisible();
    },
  },
  {
    screen: 'error page: unknown error',
    state: 'a screen breaks while it is drawn, twice',
    main: true,
    ownPage: true,
    reach: async ({ page, monitor }) => {
      monitor.mayLog(/broken by an extension/);
      // Breaks a function that the status screen renders with, as a faulty extension does.
      await page.addInitScript(() => {
        Object.assign(Date.prototype, {
          toLocaleTimeString: () => {
            throw new Error('broken by an extension');
          },
        });
      });
      await page.goto('/status');
      // The first error leads to login.
      await expect(page.getByRole('region').getByText(translation('errors.unknown'))).toBeVisible();
      await page.evaluate(() => {
        history.pushState(null, '', '/status');
        dispatchEvent(new PopStateEvent('popstate'));
      });
      await expect(page.getByRole('heading', { name: translation('errors.unknown') })).toBeVisible();
    },
  },
  {
    screen: 'help',
    state: 'every topic',
    byAddress: true,
    reach: async ({ page }, language) => {
      await page.goto(`/help?lng=${language}`);
      await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    },
  },
];
