/** Checks forced colours, which remove backgrounds and shadows: each control has a border and a visible focus. */
import type { Page } from '@playwright/test';

/** Lists the controls without a border, and those without an outline in focus. */
async function invisibleControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const lost: string[] = [];
    const bordered = (element: Element | null) =>
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
        bordered(element) ||
        bordered(element.parentElement) ||
        bordered(element.parentElement?.parentElement ?? null);
      if (!underlined && !pictured && !framed && element.tagName !== 'SELECT')
        lost.push(`no border: ${name}`);
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

/** Lists the controls that are not visible with forced colours, in both themes. */
export async function lostInForcedColours(page: Page): Promise<string[]> {
  const lost: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme, reducedMotion: 'reduce' });
    // The browser outlines the focus only after a key press.
    await page.keyboard.press('Tab');
    lost.push(...(await invisibleControls(page)).map((each) => `${colorScheme}, ${each}`));
  }
  await page.emulateMedia({ forcedColors: null, colorScheme: 'light', reducedMotion: 'reduce' });
  return lost;
}
