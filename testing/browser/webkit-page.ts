/**
 * What Playwright cannot do with a page of WebKit over the inspector: its size, and keys and clicks that the engine takes for a
 * person's: the events of Playwright's script do not move the focus, and press no pointer. The X server does these, by
 * xdotool. Typed text is still that of the script.
 */
import { expect, type BrowserContextOptions, type Locator, type Page } from '@playwright/test';
import { execFile } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

import { seconds } from '@app/contract/fields/durations.ts';

const runProgram = promisify(execFile);

type WithEvent = typeof globalThis & { heard?: Promise<unknown> };

/** Every locator of the worker has these methods, and its page decides where they act. */
type LocatorsOfWebKit = Locator & { checkedClick?: Locator['click'] };

/** X's names of keys that are not Playwright's. */
const keyNames: Readonly<Record<string, string>> = {
  Enter: 'Return',
  Backspace: 'BackSpace',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  PageUp: 'Prior',
  PageDown: 'Next',
  Control: 'ctrl',
  ControlOrMeta: 'ctrl',
  Shift: 'shift',
  Alt: 'alt',
  ' ': 'space',
  '/': 'slash',
  Space: 'space',
};

/**
 * Gives the page the options of its context, and lets its methods do what they do in other engines.
 *
 * @param env of the browser, with its display
 * @param pid of the browser
 */
export async function prepareWebKitPage(
  page: Page,
  { baseURL, viewport, colorScheme = null, reducedMotion = null }: BrowserContextOptions,
  env: NodeJS.ProcessEnv,
  pid: number | undefined,
): Promise<void> {
  const act = async (...args: string[]): Promise<string> =>
    (await runProgram('xdotool', args, { env })).stdout.trim();
  const [window = ''] = (await act('search', '--sync', '--onlyvisible', '--pid', String(pid))).split('\n');

  // Playwright resolves a page's addresses by the options of its context, which are empty here.
  const { _options: ofContext } = page.context() as unknown as { _options: BrowserContextOptions };
  if (baseURL !== undefined) ofContext.baseURL = baseURL;
  const go = page.goto.bind(page);
  page.goto = (url, options) => go(new URL(url, baseURL).href, options);

  // Playwright's own evaluates a text in the page, which the page's policy forbids.
  page.waitForFunction = (async (condition: () => unknown) =>
    expect.poll(() => page.evaluate(condition)).toBeTruthy()) as unknown as Page['waitForFunction'];

  // A page of the back/forward cache is not loaded, for which Playwright waits.
  page.goBack = async () => page.evaluate(() => history.back()).then(() => null);
  page.goForward = async () => page.evaluate(() => history.forward()).then(() => null);

  page.setViewportSize = async ({ width, height }) => {
    await act('windowsize', window, String(width), String(height));
    await expect.poll(() => page.evaluate(() => [innerWidth, innerHeight])).toEqual([width, height]);
    page.viewportSize = () => ({ width, height });
  };
  /**
   * Lets the X server act, and waits until the page has the event. False: it has not, because the event was lost or the machine's
   * menu took it. A page that is gone had it.
   */
  const actAndWait = async (event: 'keyup' | 'mouseup', ...args: string[]): Promise<boolean> => {
    await page.evaluate((name) => {
      (globalThis as WithEvent).heard = new Promise((done) => {
        addEventListener(name, done, { capture: true, once: true });
      });
    }, event);
    await act('windowraise', window, 'windowfocus', '--sync', window, ...args);
    return Promise.race([
      page.evaluate(() => (globalThis as WithEvent).heard?.then(() => true)).catch(() => true),
      wait(seconds(1), false),
    ]).then((heard) => heard !== false);
  };
  page.keyboard.press = async (key) => {
    const names = key === '+' ? ['plus'] : key.split('+').map((name) => keyNames[name] ?? name);
    await actAndWait('keyup', 'key', names.join('+'));
  };

  const locators = Object.getPrototypeOf(page.locator('html')) as LocatorsOfWebKit;
  locators.press = async function press(key, options) {
    await this.focus(options);
    await this.page().keyboard.press(key);
  };
  const checkedClick = (locators.checkedClick ??= locators.click);
  locators.click = async function click(options) {
    await checkedClick.call(this, { ...options, trial: true });
    const box = await this.boundingBox();
    if (!box) throw new Error('The element has no place.');
    await this.page().mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  };
  const press = (...place: readonly [number, number]): Promise<boolean> => {
    const at = place.map((each) => String(Math.round(each)));
    return actAndWait('mouseup', 'mousemove', '--window', window, ...at, 'click', '1');
  };
  page.mouse.click = async (x, y) => {
    if (await press(x, y)) return;
    // A busy machine loses a click now and then. The menu of a select takes the event.
    const onSelect = await page.evaluate(
      ({ x, y }) => document.elementFromPoint(x, y)?.closest('select') !== null,
      { x, y },
    );
    if (!onSelect) await press(x, y);
  };

  await page.emulateMedia({ colorScheme, reducedMotion });
  if (viewport) await page.setViewportSize(viewport);
}
