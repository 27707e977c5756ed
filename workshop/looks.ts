/**
 * What every story is tested for after it was played: axe finds nothing in light, in dark and from right to left, and
 * it looks as in its picture, in light and in dark. One visit does it all, because rendering costs the most.
 */
import axe from 'axe-core';
import { afterEach, expect } from 'vitest';
import { page } from 'vitest/browser';

import './looks.css';

/** WCAG 2.0 to 2.2, A and AA, and the best practices of axe. */
const allRules: axe.TagValue[] = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * The rules of each look. A theme changes colours alone, so dark is checked by the rules of colours; the direction
 * changes everything else.
 */
const rulesOf = {
  light: { type: 'tag', values: allRules },
  dark: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
  rtl: { type: 'tag', values: allRules },
} as const satisfies Record<string, axe.RunOnly>;

/** A story is a part of a page: these rules are about whole pages. */
const pageRules = ['region', 'landmark-one-main', 'page-has-heading-one'];

type StoryTest = { story?: { id: string; parameters: { looks?: { picture?: boolean } } } };

afterEach(async (test) => {
  const { story } = test as StoryTest;
  if (!story) return;
  const { documentElement } = document;
  // `fonts.ready` is too early: a font loads only after the first layout that needs it.
  await Promise.allSettled([...document.fonts].map((face) => face.load()));
  const found: string[] = [];
  for (const look of ['light', 'dark', 'rtl'] as const) {
    documentElement.dataset['theme'] = look === 'dark' ? 'dark' : 'light';
    documentElement.dir = look === 'rtl' ? 'rtl' : 'ltr';
    found.push(...(await checkAxe(look)));
    if (look !== 'rtl' && story.parameters.looks?.picture !== false)
      await expect(page).toMatchScreenshot(pictureOf(story.id, look));
  }
  expect(found, 'violations that axe found').toEqual([]);
});

/** The path of a picture below `pictures/`: `data-table--default` → `data/table/light/default`. */
function pictureOf(id: string, look: string): string {
  const [component = '', name = ''] = id.split('--');
  return `${component.replace('-', '/')}/${look}/${name}`;
}

/** What axe finds in the page, a line for each node. */
async function checkAxe(look: keyof typeof rulesOf): Promise<string[]> {
  // A guard around a popup passes the focus on as soon as it receives it, so nobody ever is there.
  const place = { include: document.body, exclude: '[data-base-ui-focus-guard]' };
  const { violations } = await axe.run(place, {
    runOnly: rulesOf[look],
    rules: Object.fromEntries(
      (look === 'rtl' ? [...pageRules, 'color-contrast'] : pageRules).map((rule) => [
        rule,
        { enabled: false },
      ]),
    ),
    resultTypes: ['violations'],
  });
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${look}: ${id}: ${help}\n${html}\n${failureSummary ?? ''}`),
  );
}
