/** Checks text at 200 % (WCAG 1.4.4) and with wider spacing (1.4.12): nothing scrolls sideways, no text is cut off. */
import { expect, type Page } from '@playwright/test';

/** Lists the elements that extend beyond the window, and those whose text is cut off. */
async function cutOffElements(page: Page): Promise<string[]> {
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
      // Text for screen readers only is cut off on purpose.
      if (!text || clipPath !== 'none' || element.clientWidth <= 1 || element instanceof HTMLSelectElement)
        continue;
      const wide = overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1;
      const high = /hidden|clip/.test(overflowY) && element.scrollHeight > element.clientHeight + 1;
      if (wide || high) found.push(`cut off: ${element.tagName} ${text.slice(0, 40)}`);
    }
    return found;
  });
}

/**
 * Lists the elements that overflow with wider text spacing, and then with text of twice the size. Leaves the page
 * changed.
 */
export async function cutOffText(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 390, height: 844 });
  // German has the longest words.
  await page.getByRole('combobox').selectOption('de');
  await expect(page.locator('html')).toHaveAttribute('lang', /^de/);
  // WCAG 1.4.12, as a user style sheet sets it.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }' +
        'p { margin-block-end: 2em !important }',
    );
    document.adoptedStyleSheets = [sheet];
  });
  const spaced = await cutOffElements(page);
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
    // Chromium keeps part of the old layout when both change at the same time.
    void document.body.offsetHeight;
  });
  // The browser's text size setting also changes the root's size, on which all others depend.
  await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
  const enlarged = await cutOffElements(page);
  return [...spaced.map((each) => `text spacing, ${each}`), ...enlarged.map((each) => `200 %, ${each}`)];
}
