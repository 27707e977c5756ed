/** The screens that only tell: action results, status, and the error pages. */
import { expect } from '@playwright/test';

import { answer, answerWith, type EdgeAnswer } from '#browser/mock-responses.ts';
import { openLogin } from './login-states.ts';
import type { Scene, ScreenState } from './screen-state.ts';
import { wordsOf } from '#product/texts.ts';

const results = {
  success: 'result.success',
  code_expired: 'result.codeExpired',
  ttl: 'result.ttl',
  cancelled: 'result.cancelled',
  too_late: 'result.tooLate',
  unknown: 'result.unknownTitle',
};

const serviceHealthPath = '/healthz/services';
const health = (down: readonly string[]): EdgeAnswer =>
  answer({
    version: '1.9.0',
    environment: 'development',
    userPoolId: 'local',
    checkedAt: Date.now(),
    services: ['identity', 'auth', 'dashboard', 'workspace'].map((service) => ({
      service,
      state: down.includes(service) ? 'down' : 'up',
      took: down.includes(service) ? null : 12,
    })),
  });

/** The status screen after an answer that is given at the browser's edge; without one, after the service's own. */
const status = (state: string, what: EdgeAnswer | undefined, key: string, more = {}): ScreenState => ({
  screen: 'status',
  state,
  reach: async (scene) => {
    if (what) await answerWith(scene, { path: serviceHealthPath }, what);
    await scene.page.goto('/status');
    await expect(scene.page.getByText(wordsOf(key)).first()).toBeVisible();
  },
  ...more,
});

/** A page that a browser without script gets: nothing of it moves, and its language is the address's. */
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
      scene.page.getByRole('heading', { level: 1, name: wordsOf(heading, language as 'en') }),
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
      await expect(page.getByText(wordsOf(key))).toBeVisible();
    },
  })),
  status('every service works', undefined, 'status.up', { main: true }),
  status('a service does not answer', health(['workspace']), 'status.down'),
  status('being checked', 'held', 'status.notKnown'),
  status('could not be checked', 'lost', 'errors.network'),
  withoutScript('error page: not found', 'errors.notFound', async ({ page, watched }, language) => {
    watched.mayAnswer(404, { path: '/no/such/page' });
    await page.goto(`/no/such/page?lng=${language}`, { waitUntil: 'commit' });
  }),
  {
    screen: 'error page: router error',
    state: 'a part of the app cannot be had, twice',
    main: true,
    reach: async ({ page, watched }) => {
      watched.mayFail();
      watched.maySay(/forgot-password|React error #422/);
      await openLogin(page);
      await page.route(/\/assets\/account-.*\.js$/, (route) => route.abort());
      const forgot = page.getByRole('link', { name: wordsOf('login.forgot') });
      await forgot.click();
      // The first time it leads to login.
      await expect(page.getByRole('region').getByText(wordsOf('errors.routerError'))).toBeVisible();
      await forgot.click();
      await expect(page.getByRole('heading', { name: wordsOf('errors.routerError') })).toBeVisible();
    },
  },
  {
    screen: 'error page: unknown error',
    state: 'a screen breaks while it is drawn, twice',
    main: true,
    ownPage: true,
    reach: async ({ page, watched }) => {
      watched.maySay(/broken by an extension/);
      // What the status screen needs while it is drawn, as a careless extension breaks it.
      await page.addInitScript(() => {
        Object.assign(Date.prototype, {
          toLocaleTimeString: () => {
            throw new Error('broken by an extension');
          },
        });
      });
      await page.goto('/status');
      // The first time it leads to login.
      await expect(page.getByRole('region').getByText(wordsOf('errors.unknown'))).toBeVisible();
      await page.evaluate(() => {
        history.pushState(null, '', '/status');
        dispatchEvent(new PopStateEvent('popstate'));
      });
      await expect(page.getByRole('heading', { name: wordsOf('errors.unknown') })).toBeVisible();
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
