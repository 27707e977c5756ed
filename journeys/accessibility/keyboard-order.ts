/**
 * Checks the keyboard order of a screen: Tab reaches every control in page order with a visible focus, and leaves the
 * page.
 */
import { expect, type Page } from '@playwright/test';

interface Stop {
  /** The index of the control on the page; -1 for none. */
  readonly index: number;
  readonly name: string;
  /** Whether the focus adds an outline or a ring. */
  readonly marked: boolean;
  readonly inView: boolean;
}

/** Returns the name of every control that Tab should reach, in page order. */
async function controls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const all = [
      ...document.querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, summary, [tabindex="0"]',
      ),
    ];
    const reached = all.filter((element) => {
      const hidden = element instanceof HTMLInputElement && element.type === 'hidden';
      const disabled = element.matches(':disabled') || element.closest('[inert]') !== null;
      return !hidden && !disabled && element.tabIndex >= 0 && element.checkVisibility();
    });
    const look = ({
      outlineStyle,
      outlineWidth,
      outlineColor,
      boxShadow,
      borderColor,
    }: CSSStyleDeclaration) => [outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor].join();
    const around = (element: Element) =>
      [element, element.parentElement, element.parentElement?.parentElement].flatMap((each) =>
        each ? [look(getComputedStyle(each)), look(getComputedStyle(each, '::after'))] : [],
      );
    /** Finishes running transitions, because their colours are intermediate. */
    const settle = () => {
      for (const animation of document.getAnimations()) {
        if (animation.effect?.getComputedTiming().iterations !== Infinity) animation.finish();
      }
    };
    // The page stores how each control looks without the focus. Tab begins at the last focus, so that moves before
    // everything.
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
    settle();
    const kept = reached.map((element) => ({ element, look: around(element).join('|') }));
    Object.assign(globalThis, {
      stopNow: () => {
        settle();
        const element = document.activeElement;
        const index = kept.findIndex((each) => each.element === element);
        const found = kept[index];
        const box = element?.getBoundingClientRect();
        return {
          index,
          name: `${element?.tagName} ${element?.getAttribute('name') ?? element?.textContent?.trim().slice(0, 30)}`,
          marked: found !== undefined && around(found.element).join('|') !== found.look,
          inView: box !== undefined && box.bottom > 0 && box.top < innerHeight && box.right > 0,
        };
      },
    });
    return reached.map(
      (element) => `${element.tagName} ${element.getAttribute('name') ?? element.textContent}`,
    );
  });
}

const stopNow = (page: Page): Promise<Stop> =>
  page.evaluate(() => (globalThis as unknown as { stopNow(): Stop }).stopNow());

/** Walks through the page by Tab and back by Shift+Tab. Returns the number of controls. */
export async function walkByKeyboard(page: Page, name: string): Promise<number> {
  const names = await controls(page);
  expect(names.length, name).toBeGreaterThan(1);
  const order: number[] = [];
  for (let press = 0; press < names.length; press += 1) {
    await page.keyboard.press('Tab');
    const stop = await stopNow(page);
    expect(stop.marked, `${name}: the focus on ${stop.name} is visible`).toBe(true);
    expect(stop.inView, `${name}: ${stop.name} is in view`).toBe(true);
    order.push(stop.index);
  }
  expect(order, `${name}: the order of ${names.join(', ')}`).toEqual(names.map((_, index) => index));
  // One more Tab leaves the last control: the page does not trap the focus.
  await page.keyboard.press('Tab');
  expect((await stopNow(page)).index, `${name}: after the last`).not.toBe(names.length - 1);
  for (let press = names.length - 1; press >= 0; press -= 1) {
    await page.keyboard.press('Shift+Tab');
    expect((await stopNow(page)).index, `${name}: backwards`).toBe(press);
  }
  return names.length;
}
