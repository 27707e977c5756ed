/** What the replays and traces of a staging product hold, and that nothing typed does. */
import type { Page } from '@playwright/test';

import { expect, test } from '@app/testing/browser/reporting-product.ts';
import { emailField, passwordField } from '@app/testing/screens/sign-in-screens.ts';

interface RecordedNode {
  readonly textContent?: string;
  readonly isStyle?: boolean;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly childNodes?: readonly RecordedNode[];
}

/** Leaves the page as a person does, so that everything that waits is sent. */
async function hide(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
}

test('a replay has the page and what was done, and not one letter of it', async ({
  page,
  monitor,
  intake,
}) => {
  monitor.mayVisit(intake.origin);
  const before = intake.items('replay_recording').length;
  const typed = { email: 'zylophone.quill@kestrel.test', password: 'Quixotic-Jackdaw-77!' };
  await page.goto('/login');
  await expect.poll(() => intake.items('replay_recording').length).toBeGreaterThan(before);
  await emailField(page).pressSequentially(typed.email);
  await passwordField(page).pressSequentially(typed.password);
  await hide(page);
  const recorded = (): {
    type: number;
    data: { node?: RecordedNode; source?: number; href?: string; text?: string };
  }[] =>
    intake
      .items('replay_recording')
      .slice(before)
      .flatMap(({ payload }) => payload as never[]);
  // 3 is a change of the page, 5 an input.
  const inputs = () => recorded().filter(({ type, data }) => type === 3 && data.source === 5);
  await expect.poll(() => inputs().length).toBeGreaterThan(3);
  expect(
    inputs()
      .map(({ data }) => data.text)
      .filter((text) => /[^*]/.test(text ?? '')),
  ).toEqual([]);

  let texts = 0;
  const letters: string[] = [];
  const look = (node: RecordedNode): void => {
    const { placeholder, title, value, content, 'aria-label': label } = node.attributes ?? {};
    const own = node.isStyle === true ? undefined : node.textContent;
    for (const text of [own, placeholder, title, value, content, label]) {
      if (typeof text !== 'string' || text.trim() === '') continue;
      texts += 1;
      if (/\p{L}|\d/u.test(text)) letters.push(text);
    }
    node.childNodes?.forEach(look);
  };
  for (const { data } of recorded()) if (data.node) look(data.node);
  expect(texts).toBeGreaterThan(10);
  expect(letters).toEqual([]);
  for (const part of ['zylophone', 'quill', 'kestrel', 'Quixotic', 'Jackdaw'])
    expect(intake.wire().toLowerCase()).not.toContain(part.toLowerCase());
  expect(intake.items('replay_event').length).toBeGreaterThan(0);
  expect(intake.faults()).toEqual([]);
});

test('a fifth of the page loads is traced', async ({ page, monitor, intake }) => {
  monitor.mayVisit(intake.origin);
  const before = {
    transactions: intake.items('transaction').length,
    sessions: intake.items('session').length,
  };
  const traced = () => intake.items('transaction').slice(before.transactions);
  const sessions = () => intake.items('session').length - before.sessions;
  // The SDK draws by chance; this draw is below a fifth.
  await page.addInitScript(() => (Math.random = () => 0.19));
  await page.goto('/login');
  await expect.poll(sessions).toBeGreaterThan(0);
  await hide(page);
  await expect.poll(() => traced().length).toBe(1);
  expect(traced()[0]?.payload).toMatchObject({ transaction: '/login' });

  await page.addInitScript(() => (Math.random = () => 0.21));
  const replays = intake.items('replay_event').length;
  await page.goto('/password/forgot');
  await expect.poll(() => intake.items('replay_event').length).toBeGreaterThan(replays);
  await hide(page);
  // What comes after it has arrived, and no trace with it.
  await page.goto('/login');
  await expect.poll(() => intake.items('replay_event').length).toBeGreaterThan(replays + 1);
  expect(traced()).toHaveLength(1);
});
