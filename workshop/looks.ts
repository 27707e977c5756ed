/**
 * What the proof asks of every story after it was played: axe finds nothing, light and dark, and it looks as in the picture
 * of its component. One visit does it all, because rendering costs the most.
 */
import axe from 'axe-core';
import { configure } from 'storybook/test';
import { afterEach, expect, type RunnerTestCase } from 'vitest';
import { commands, page } from 'vitest/browser';

import './looks.css';

// What a story waits for can be slow on a busy machine.
configure({ asyncUtilTimeout: 60_000 });

/** WCAG 2.0 to 2.2, A and AA, and the best practices of axe. */
const allRules: axe.TagValue[] = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Of `npm run proof` (`vitest.stories.config.ts`). */
const inProof = import.meta.env['PROOF'] === '1';

/** The rules of each theme. A theme changes only colours, so dark is checked by the rules of colours. */
const rulesOf = {
  light: { type: 'tag', values: allRules },
  dark: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
} as const satisfies Record<string, axe.RunOnly>;

/** A story is a part of a page: these rules are about whole pages. */
const pageRules = ['region', 'landmark-one-main', 'page-has-heading-one'];

type StoryTest = {
  task: RunnerTestCase;
  story?: { id: string; parameters: { looks?: { picture?: boolean } } };
};

/** The pictures of the stories of this file so far, a row for each story. */
const rows: HTMLElement[] = [];

afterEach(async (test) => {
  const { story, task } = test as unknown as StoryTest;
  if (!story || !inProof) return;
  const { documentElement } = document;
  // `fonts.ready` is too early: a font loads only after the first layout that needs it.
  await Promise.allSettled([...document.fonts].map((face) => face.load()));
  const found: string[] = [];
  const pictures: string[] = [];
  for (const theme of ['light', 'dark'] as const) {
    documentElement.dataset['theme'] = theme;
    found.push(...(await checkAxe(theme)));
    if (story.parameters.looks?.picture !== false) pictures.push(await commands.takePicture());
  }
  if (pictures.length > 0) rows.push(makeRow(task.name, pictures));
  expect(found, 'violations that axe found').toEqual([]);
  const { tasks } = task.file;
  // A part of the stories, or one that failed, would make another sheet.
  if (task === tasks.at(-1) && tasks.every(({ mode, result }) => mode === 'run' && result?.state !== 'fail'))
    await compareSheet(story.id);
});

/** A story's name above its pictures, which are cut below the last element. */
function makeRow(name: string, pictures: readonly string[]): HTMLElement {
  const row = document.createElement('figure');
  const caption = document.createElement('figcaption');
  caption.textContent = name;
  row.append(caption);
  const bottoms = [...document.body.querySelectorAll('*')]
    // What a hidden live region announces is there for some time only.
    .filter((element) => (element.closest('[aria-live]')?.clientHeight ?? Infinity) > 1)
    .map((element) => element.getBoundingClientRect().bottom);
  const margin = 24;
  for (const src of pictures) {
    const picture = new Image(innerWidth, Math.min(innerHeight, Math.ceil(Math.max(...bottoms)) + margin));
    picture.src = src;
    row.append(picture);
  }
  return row;
}

/** Compares all rows of this file with the component's picture: `data-table--default` → `data/table.png`. */
async function compareSheet(storyId: string) {
  const [component = ''] = storyId.split('--');
  const sheet = document.createElement('div');
  sheet.className = 'picture-sheet';
  sheet.append(...rows);
  document.documentElement.dataset['theme'] = 'light';
  document.documentElement.append(sheet);
  await Promise.all([...sheet.querySelectorAll('img')].map((picture) => picture.decode()));
  await page.viewport(sheet.scrollWidth, sheet.scrollHeight);
  await expect(page).toMatchScreenshot(component.replace('-', '/'));
  sheet.remove();
}

/** What axe finds in the page, a line for each node. */
async function checkAxe(theme: keyof typeof rulesOf): Promise<string[]> {
  // A guard around a popup passes the focus on as soon as it receives it, so it never keeps the focus.
  const place = { include: document.body, exclude: '[data-base-ui-focus-guard]' };
  const { violations } = await axe.run(place, {
    runOnly: rulesOf[theme],
    rules: Object.fromEntries(pageRules.map((rule) => [rule, { enabled: false }])),
    resultTypes: ['violations'],
  });
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${theme}: ${id}: ${help}\n${html}\n${failureSummary ?? ''}`),
  );
}
