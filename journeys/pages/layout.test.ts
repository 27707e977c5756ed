import type { Locator, Page } from '@playwright/test';

import { endpoints } from '@app/contract/calls/endpoints.ts';

import { waitForHydration } from '@app/testing/browser/hydration.ts';
import { expect, test } from '@app/testing/browser/browser-test.ts';
import {
  ada,
  codeField,
  codeTitle,
  emailField,
  errorMessage,
  logIn,
} from '@app/testing/screens/sign-in-screens.ts';
import { translation } from '@app/testing/product/texts.ts';

const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
  { width: 320, height: 568 },
] as const;
type Size = (typeof sizes)[number];

/** The layout of a screen at one size, in CSS pixels from the top of the page. */
interface Facts {
  readonly size: string;
  readonly heading: number;
  /** The bottom of the main button. */
  readonly button: number;
  readonly pageHeight: number;
  readonly sideways: number;
}

const nameOf = ({ width, height }: Size): string => `${width}×${height}`;

/** Measures the open screen at each size, and runs `also` at each. */
async function measure(
  page: Page,
  also: (size: Size) => Promise<void> = async () => {},
): Promise<readonly Facts[]> {
  const facts: Facts[] = [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    facts.push({
      size: nameOf(size),
      ...(await page.evaluate(() => {
        const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
        return {
          heading: (box('h1')?.top ?? NaN) + scrollY,
          button: (box('main [data-variant=primary]')?.bottom ?? NaN) + scrollY,
          pageHeight: document.documentElement.scrollHeight,
          sideways: document.documentElement.scrollWidth - innerWidth,
        };
      })),
    });
    await also(size);
  }
  return facts;
}

const at = (facts: readonly Facts[], size: string): Facts => {
  const found = facts.find((each) => each.size === size);
  if (!found) throw new Error(`not measured at ${size}`);
  return found;
};

const methods = (page: Page): { google: Locator; sso: Locator } => ({
  google: page.getByRole('button', { name: translation('login.google') }),
  sso: page.getByRole('button', { name: translation('login.sso') }),
});

/** Whether the other sign-in methods are side by side. */
async function sideBySide(page: Page): Promise<boolean> {
  const { google, sso } = methods(page);
  const [left, right] = [await google.boundingBox(), await sso.boundingBox()];
  return left !== null && right !== null && left.y === right.y && left.x + left.width < right.x;
}

/** The border and the shadow of a control. */
const borderOf = (control: Locator) =>
  control.evaluate((element) => {
    const { borderTopColor, boxShadow } = getComputedStyle(element);
    return { line: borderTopColor, shadow: boxShadow };
  });

/** Expects the heading in the same position with and without a message. */
function expectSameHeading(screen: string, quiet: readonly Facts[], told: readonly Facts[]): void {
  const moved = quiet.filter(({ heading }, index) => told[index]?.heading !== heading);
  expect(moved, `${screen}: a message moved the heading`).toEqual([]);
  expect(
    [...quiet, ...told].filter(({ sideways }) => sideways > 0),
    screen,
  ).toEqual([]);
}

test('login, single sign-on, code, forgot password and sign-up fit their windows, and no message moves a heading', async ({
  page,
  product,
  monitor,
}) => {
  monitor.mayAnswer(401, endpoints.signInWithPassword);
  monitor.mayAnswer(401, endpoints.verifyCode);
  monitor.mayFail();
  await page.goto('/login');
  await waitForHydration(page);
  // With a mouse the first field has the focus; on a touch screen it would open the keyboard.
  await expect(emailField(page)).toBeFocused();
  await page.evaluate(() => document.fonts.ready);

  const abreast: string[] = [];
  const login = await measure(page, async (size) => {
    if (await sideBySide(page)) abreast.push(nameOf(size));
  });
  expect(abreast, 'below 600 px of height the ways to sign in stand side by side').toEqual(['320×568']);
  for (const size of ['1440×900', '1024×768', '320×568']) {
    expect(at(login, size).pageHeight, `login fits ${size}`).toBeLessThanOrEqual(Number(size.split('×')[1]));
  }
  const [field, button] = [
    await borderOf(emailField(page).locator('..')),
    await borderOf(methods(page).google),
  ];
  expect(button.line, 'a button has a quieter line than a field').not.toBe(field.line);
  expect(button.shadow).not.toBe('none');
  await expect(methods(page).sso.locator('svg')).toBeVisible();

  await logIn(page, 'nobody@northline.test');
  await expect(errorMessage(page, translation('errors.credentials'))).toBeVisible();
  expectSameHeading('login', login, await measure(page));

  /** Measures the screen with and without the message of a lost connection. */
  const withMessage = async (screen: string): Promise<readonly Facts[]> => {
    const quiet = await measure(page);
    await page.context().setOffline(true);
    await expect(page.getByText(translation('errors.network'))).toBeVisible();
    expectSameHeading(screen, quiet, await measure(page));
    await page.context().setOffline(false);
    await expect(page.getByText(translation('errors.network'))).toBeHidden();
    return quiet;
  };

  await page.setViewportSize(sizes[0]);
  await methods(page).sso.click();
  await expect(page.getByText(translation('sso.lead'))).toBeVisible();
  await withMessage('single sign-on');

  await page.goBack();
  await logIn(page, ada);
  await expect(codeTitle(page)).toBeVisible();
  const code = await measure(page);
  const sent = await product.mailbox.nextCode(ada);
  await codeField(page).fill(sent === '000000' ? '111111' : '000000');
  await expect(errorMessage(page, /Wrong or expired code/)).toBeVisible();
  expectSameHeading('code', code, await measure(page));

  await page.goto('/password/forgot');
  await waitForHydration(page);
  await withMessage('forgotten password');

  await page.goto('/signup');
  await waitForHydration(page);
  const signUp = await withMessage('sign-up');
  expect(at(signUp, '1440×900').pageHeight, 'sign-up fits 1440 × 900').toBeLessThanOrEqual(900);
  expect(at(signUp, '1024×768').button, 'its button is seen at 1024 × 768').toBeLessThanOrEqual(768);
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('no field has the focus before it is touched', async ({ page }) => {
    await page.goto('/login');
    await waitForHydration(page);
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('INPUT');
  });
});
