/** axe on every state of the lists and of the overview, light and dark, on a desktop and a phone, in every language. */
import type { Page, Route } from '@playwright/test';

import { dashboardEndpoints } from '@app/contract/calls/endpoints.ts';
import { languages, languageTag } from '@app/contract/fields/vocabulary.ts';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import { newAddress } from '@app/testing/product/accounts.ts';
import { asAdmin } from '@app/testing/product/company-admin.ts';
import { openDashboard } from '@app/testing/product/dashboard-session.ts';

import { look } from '#accessibility/axe.ts';

/** Of development (`service/src/store/before-start.ts`). */
const demoCompanyId = 'de300000-0000-4000-8000-000000000001';
const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };
const pathOf = (name: keyof typeof dashboardEndpoints): `/${string}` =>
  `/${dashboardEndpoints[name].path.slice(1).replace('{id}', demoCompanyId)}`;

/** What the list's own call answers, and what the call of a change. */
interface Answers {
  list: 'held' | 'failed' | 'empty' | 'real';
  change: 'failed' | 'refused' | 'done';
}

/** Waits and judges in the state that is shown. */
type Judge = (state: string) => Promise<void>;
interface Visit {
  readonly page: Page;
  readonly answers: Answers;
  readonly judge: Judge;
}

interface Area {
  readonly path: string;
  readonly reads: keyof typeof dashboardEndpoints;
  readonly changes?: readonly (keyof typeof dashboardEndpoints)[];
  /** States of only this area, from the list. */
  readonly states: (visit: Visit) => Promise<void>;
}

const toast = (page: Page, variant: string) => page.locator(`li[data-variant=${variant}]`).last();
const primary = (page: Page) => page.getByRole('dialog').locator('footer button, button').last();

const areas: readonly Area[] = [
  {
    path: 'people',
    reads: 'listUsers',
    changes: ['changeUsers'],
    async states({ page, answers, judge }) {
      for (const [change, state] of [
        ['failed', 'dialog, failed'],
        ['refused', 'report'],
        ['done', 'toast'],
      ] as const) {
        answers.change = change;
        await page.goto(page.url());
        await page.getByRole('checkbox').nth(2).click();
        if (change === 'failed') await judge('selection');
        await page.getByRole('toolbar').getByRole('button').nth(1).click();
        await page.getByRole('radio').nth(1).click();
        await page.getByRole('dialog').getByRole('listitem').first().waitFor();
        if (change === 'failed') await judge('dialog');
        await primary(page).click();
        if (change === 'failed')
          await page.getByRole('dialog').getByRole('alert').filter({ hasText: /./ }).waitFor();
        if (change === 'refused') await page.getByRole('dialog').locator('li li').first().waitFor();
        if (change === 'done') await toast(page, 'success').waitFor();
        await judge(state);
      }
    },
  },
  {
    path: 'invitations',
    reads: 'listInvitations',
    changes: ['resendInvitations'],
    async states({ page, answers, judge }) {
      await page.locator('tbody').getByRole('checkbox').first().click();
      await judge('selection');
      const resend = page.locator('tbody tr').first().getByRole('button').first();
      for (const [change, variant] of [
        ['done', 'success'],
        ['failed', 'critical'],
      ] as const) {
        answers.change = change;
        await resend.click();
        await toast(page, variant).waitFor();
        await judge(`toast, ${change}`);
      }
    },
  },
  {
    path: 'sign-in-log',
    reads: 'listEvents',
    async states({ page, judge }) {
      await page.locator('tbody tr').first().getByRole('button').first().click();
      await page.getByRole('dialog').waitFor();
      await judge('dialog');
    },
  },
  {
    path: 'audit-log',
    reads: 'listAuditEntries',
    async states({ page, judge }) {
      await page.locator('tbody tr').first().getByRole('link').first().click();
      await expect(page).toHaveURL(/actorId=/);
      await judge('changes of one admin');
    },
  },
  {
    path: 'overview',
    reads: 'readOverview',
    async states({ page, judge }) {
      await page.getByRole('main').getByRole('button').first().click();
      await page.getByRole('table').waitFor();
      await judge('table');
    },
  },
];

/** A body of an error as the service writes it, with the id that becomes the support code. */
const fault = {
  status: 500,
  json: { error: { name: 'unknown', message: 'x' }, requestId: '00000000-0000-4000-8000-000000000000' },
};

/** Answers the area's calls as the visit asks. Returns what releases the list that is held. */
async function answerBy(page: Page, { reads, changes = [] }: Area, answers: Answers): Promise<() => void> {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const answerList = async (route: Route): Promise<void> => {
    if (route.request().method() !== 'GET') return route.fallback();
    if (answers.list === 'held') await held;
    if (answers.list === 'failed') return route.fulfill(fault);
    if (answers.list === 'real') return route.fallback();
    const response = await route.fetch();
    const { nextCursor: _, ...whole } = (await response.json()) as Record<string, unknown>;
    const nothing = Object.fromEntries(
      Object.entries(whole).map(([name, value]) => [name, Array.isArray(value) ? [] : value]),
    );
    const counts = { total: 0, invitationsWaiting: 0, invitationsExpired: 0, domainsLost: 0 };
    const zeros = Object.fromEntries(Object.entries(counts).filter(([name]) => name in whole));
    return route.fulfill({ response, json: { ...nothing, ...zeros } });
  };
  await page.route(({ pathname }) => pathname === pathOf(reads), answerList);
  for (const name of changes) {
    await page.route(
      ({ pathname }) => pathname === pathOf(name),
      async (route) => {
        const request = route.request();
        const { method } = dashboardEndpoints[name];
        if (request.method() !== method) return route.fallback();
        const { ids, preview } = request.postDataJSON() as { ids: readonly string[]; preview?: boolean };
        if (preview === true) return route.fallback();
        if (answers.change === 'failed') return route.fulfill(fault);
        const results = ids.map((id) =>
          answers.change === 'done'
            ? { id, ok: true, version: 1 }
            : { id, ok: false, reason: 'changedMeanwhile' },
        );
        return route.fulfill({ json: { results } });
      },
    );
  }
  return () => release();
}

/** What English is judged by, by the theme of the system, and what each other language is. */
const english = [
  ['light', 'every'],
  ['dark', 'colours'],
] as const;
const otherwise = [['light', 'texts, then dark']] as const;

for (const area of areas) {
  test(`every state of ${area.path} has no finding of axe, light and dark`, async ({
    page,
    product,
    monitor,
  }) => {
    for (const name of [area.reads, ...(area.changes ?? [])]) monitor.mayAnswer(500, { path: pathOf(name) });
    await asAdmin(product).invite(newAddress('waits'));
    await openDashboard(page, product, { path: '/me' });
    const findings: string[] = [];
    for (const [index, language] of languages.entries()) {
      const sizes = index % 2 === 0 ? ([desktop, phone] as const) : ([phone, desktop] as const);
      await page.setViewportSize(sizes[0]);
      const judge: Judge = async (state) => {
        // Its main state on both, each other one on one of them.
        for (const size of state === 'list' ? sizes : [sizes[0]]) {
          await page.setViewportSize(size);
          for (const [colorScheme, rules] of language === 'en' ? english : otherwise) {
            await page.emulateMedia({ colorScheme });
            for (const { findings: found, sideways, theme = colorScheme } of await look(
              page,
              undefined,
              rules,
            )) {
              const where = `${state}, ${language}, ${theme}, ${size.width} px`;
              findings.push(...found.map((each) => `${where}: ${each}`));
              if (sideways > 0) findings.push(`${where}: scrolls sideways by ${sideways}`);
            }
          }
        }
        await page.emulateMedia({ colorScheme: 'light' });
        await page.setViewportSize(sizes[0]);
      };
      const main = page.getByRole('main');
      const tryAgain = page.locator('main tbody button, main [role=alert] button').last();
      const settled = () => expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
      const answers: Answers = { list: 'held', change: 'done' };
      const release = await answerBy(page, area, answers);
      await page.goto(`/dashboard/${area.path}?lng=${language}`);
      await main.getByRole('heading', { level: 1 }).waitFor();
      await page.locator('main [aria-busy=true]').first().waitFor();
      await expect(page.locator('html')).toHaveAttribute('lang', languageTag(language));
      await judge('loading');
      answers.list = 'failed';
      release();
      await tryAgain.waitFor();
      await judge('failed');
      answers.list = 'empty';
      await tryAgain.click();
      await expect(tryAgain).toHaveCount(0);
      await settled();
      await judge('empty');
      const search = main.getByRole('searchbox');
      if ((await search.count()) > 0) {
        await search.fill('x');
        await expect(page).toHaveURL(/search=x/);
        await settled();
        await judge('no result');
      }
      answers.list = 'real';
      await page.goto(`/dashboard/${area.path}?lng=${language}`);
      await main.locator('tbody tr, h2').first().waitFor();
      await settled();
      await judge('list');
      await area.states({ page, answers, judge });
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    }
    expect(findings).toEqual([]);
  });
}
