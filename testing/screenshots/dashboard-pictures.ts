/** Takes the pictures of the tour of the dashboard (docs/dashboard.md) from a company in use. */
import { join } from 'node:path';
import type { Page } from '@playwright/test';

import { test } from '#browser/browser-test.ts';
import { tokensOf } from '#product/accounts.ts';
import { admin, openDashboard, person } from '#product/dashboard-session.ts';
import type { Product } from '#product/start-product.ts';
import { waitForFont } from '#browser/hydration.ts';

interface Picture {
  readonly name: string;
  readonly path: string;
  /** Brings the screen into the state that the picture shows. */
  readonly prepare?: (page: Page) => Promise<void>;
}

const rows = [
  'email,name,role,language',
  'mina@northline.test,Mina Sato,User,en',
  'jonas.berg@northline.test,Jonas Berg,Admin,no',
  'chiara@northline,Chiara Conti,User,it',
  'ben@northline.test,Ben Okafor,User,en',
].join('\n');

const pictures: readonly Picture[] = [
  { name: 'dashboard-overview', path: '/overview' },
  {
    name: 'dashboard-people',
    path: '/people',
    async prepare(page) {
      for (const name of ['Gina Rossi', 'Lena Vogt', 'Marc Dubois'])
        await page.getByRole('row', { name }).getByRole('checkbox').check();
    },
  },
  {
    name: 'dashboard-invite',
    path: '/invitations/new',
    async prepare(page) {
      const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) };
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByRole('rowheader', { name: 'Mina Sato' }).waitFor();
    },
  },
  { name: 'dashboard-single-sign-on', path: '/single-sign-on' },
  { name: 'dashboard-sign-in-log', path: '/sign-in-log' },
  { name: 'dashboard-me', path: '/me' },
];

/** Declares the test. Its sign-ins are what the overview and the log show. */
export function takeDashboard(folder: string): void {
  // The product's clock is the browser's, so that 'today' is today.
  test.use({ freshLimits: false });
  test('the pictures of docs/dashboard.md', async ({ page, product }) => {
    await signInOften(product);
    await page.setViewportSize({ width: 1280, height: 860 });
    await openDashboard(page, product);
    for (const { name, path, prepare } of pictures) {
      await page.goto(`/dashboard${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      await prepare?.(page);
      await settle(page);
      await page.screenshot({ path: join(folder, `${name}.png`) });
    }
  });
}

async function signInOften(product: Product): Promise<void> {
  const wrong = { ...person, password: 'Not-The-Password-1!' };
  const google = { email: 'gina@northline.test', password: admin.password };
  for (const who of [
    person,
    wrong,
    google,
    person,
    { ...person, email: 'marc@northline.test' },
    wrong,
    person,
  ])
    await tokensOf(product, who);
}

/** Waits until the font is loaded, which a page's script may do, and no animation runs. */
export async function settle(page: Page): Promise<void> {
  await waitForFont(page);
  await page.evaluate(async () => {
    await Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
        .map((animation) => animation.finished.catch(() => undefined)),
    );
  });
}
