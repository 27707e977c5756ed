import type { Page } from '@playwright/test';

import { eachScreen } from '@app/testing/states/each-screen.ts';
import { expect, test } from '@app/testing/browser/browser-test.ts';

/** What sticks out sideways, and what text is cut off. */
async function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    if (document.documentElement.scrollWidth > innerWidth) {
      const wide = [...document.querySelectorAll('body *')].filter(
        (element) => element.getBoundingClientRect().right > innerWidth + 1,
      );
      found.push(...wide.map((element) => `sticks out: ${element.tagName} ${element.className}`));
    }
    for (const element of document.querySelectorAll<HTMLElement>('main *, header *, footer *')) {
      const { overflowX, overflowY, clipPath } = getComputedStyle(element);
      const text = element.innerText?.trim();
      // What is for screen readers alone is cut off on purpose.
      if (!text || clipPath !== 'none' || element.clientWidth <= 1 || element instanceof HTMLSelectElement)
        continue;
      const wide = overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1;
      const high = /hidden|clip/.test(overflowY) && element.scrollHeight > element.clientHeight + 1;
      if (wide || high) found.push(`cut off: ${element.tagName} ${text.slice(0, 40)}`);
    }
    return found;
  });
}

/** The same with wider spacing of text, and with text of twice the size. */
async function cutOffWhenWidened(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 390, height: 844 });
  // The longest words are German.
  await page.getByRole('combobox').selectOption('de');
  await expect(page.locator('html')).toHaveAttribute('lang', /^de/);
  // WCAG 1.4.12, as a person's own style sheet has it.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }' +
        'p { margin-block-end: 2em !important }',
    );
    document.adoptedStyleSheets = [sheet];
  });
  const spaced = await cutOff(page);
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
    // Chromium keeps some of the old layout when both change at once.
    void document.body.offsetHeight;
  });
  // As the browser's own text size does: the root's size, from which all others follow.
  await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
  const enlarged = await cutOff(page);
  return [...spaced.map((each) => `text spacing, ${each}`), ...enlarged.map((each) => `200 %, ${each}`)];
}

/** Controls that nothing sets off where backgrounds and shadows are gone, and those whose focus is not seen. */
async function lostInForcedColours(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const lost: string[] = [];
    const edge = (element: Element | null) =>
      element !== null &&
      ['top', 'bottom'].some((side) => {
        const style = getComputedStyle(element);
        return (
          parseFloat(style.getPropertyValue(`border-${side}-width`)) > 0 &&
          style.getPropertyValue(`border-${side}-style`) !== 'none'
        );
      });
    for (const element of document.querySelectorAll<HTMLElement>('a[href], button, input, select')) {
      if (!element.checkVisibility() || element.tabIndex < 0 || element.matches(':disabled')) continue;
      const name = `${element.tagName} ${element.getAttribute('name') ?? element.innerText}`;
      const underlined = getComputedStyle(element).textDecorationLine.includes('underline');
      const pictured = element.querySelector('svg, img') !== null;
      const framed =
        edge(element) || edge(element.parentElement) || edge(element.parentElement?.parentElement ?? null);
      if (!underlined && !pictured && !framed && element.tagName !== 'SELECT') lost.push(`no edge: ${name}`);
      element.focus();
      const outlined = [element, element.parentElement, element.parentElement?.parentElement].some((each) => {
        const style = each && getComputedStyle(each);
        return style && style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1;
      });
      if (!outlined) lost.push(`no outline in focus: ${name}`);
    }
    return lost;
  });
}

async function lostInColoursOfTheSystem(page: Page): Promise<string[]> {
  const lost: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme, reducedMotion: 'reduce' });
    // Told by the keyboard that it is used, the browser marks the focus.
    await page.keyboard.press('Tab');
    lost.push(...(await lostInForcedColours(page)).map((each) => `${colorScheme}, ${each}`));
  }
  await page.emulateMedia({ forcedColors: null, colorScheme: 'light', reducedMotion: 'reduce' });
  return lost;
}

/** What moves, or takes long, although the person asked for less of it. */
async function movements(page: Page): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  return page.evaluate(() =>
    document.getAnimations().flatMap(({ effect }) => {
      const { duration, iterations } = effect?.getComputedTiming() ?? {};
      const long = Number(duration) > 10 && (iterations === Infinity || Number(duration) > 500);
      const properties = effect instanceof KeyframeEffect ? effect.getKeyframes().flatMap(Object.keys) : [];
      const moves = properties.some((property) => /transform|translate|scale|rotate|left|top/.test(property));
      return long && moves ? [properties.join()] : [];
    }),
  );
}

// One walk for all three: the way to a screen takes longer than what is looked at there.
test('every screen fits twice its text, can be used in the colours of the system, and moves nothing when asked', async ({
  context,
  product,
  time,
  watched,
}) => {
  test.setTimeout(300_000);
  const screens = await eachScreen({ context, product, time, watched }, async (page, name) => {
    expect(await movements(page), `${name}, reduced motion`).toEqual([]);
    expect(await lostInColoursOfTheSystem(page), `${name}, forced colours`).toEqual([]);
    expect(await cutOffWhenWidened(page), name).toEqual([]);
  });
  console.log(
    [
      `reduced motion: ${screens} screens: 0 movements`,
      `forced colours: ${screens} screens, light and dark: 0 controls without an edge or a mark`,
      `zoom: ${screens} screens with text of 200 % and with wider spacing: 0 cut off`,
    ].join('\n'),
  );
});
