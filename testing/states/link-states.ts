/** The states of the screens that a mailed link opens: every state of the link and of their forms. */
import { expect, type Page } from '@playwright/test';

import { emailChangePath, endpoints } from '@app/contract/calls/endpoints.ts';

import { mailedLink, newAddress, tokenNames, type LinkPage } from '#product/mailed-links.ts';
import { asAdmin } from '#product/company-admin.ts';
import { waitForHydration } from '#browser/hydration.ts';
import { answer, mockCall, refusal, type MockResponse } from '#browser/mock-responses.ts';
import { linkScreens, type LinkScreen, type LinkState } from './link-screens.ts';
import { ben, errorMessage, password } from '#screens/sign-in-screens.ts';
import type { Scene, ScreenState } from './screen-state.ts';
import { translation } from '#product/texts.ts';

const { checkLink } = endpoints;
const button = (page: Page, key: string) => page.getByRole('button', { name: translation(key) });
const field = (page: Page, name: string) => page.locator(`main input[name="${name}"]`);
const shown = (page: Page, key: string) => page.getByText(translation(key)).first();

/** Returns a well-formed link that the service does not know. */
export function unknownLink(page: LinkPage): string {
  const query = new URLSearchParams({ email: ben, [tokenNames[page]]: 'A'.repeat(43) });
  return `${page}?${query}`;
}

/** Opens a link. The monitor treats its token as a secret from then on. */
async function open({ page, monitor, product }: Scene, link: string): Promise<void> {
  const address = new URL(link, product.url).href;
  monitor.mayOpen(address);
  await page.goto(address);
  await waitForHydration(page);
}

const stateTexts: Record<Exclude<LinkState, 'valid'>, string> = {
  expired: 'link.expired',
  used: 'link.used',
  cancelled: 'link.cancelled',
  unknown: 'link.unknown',
};

function statesOf({ screen, page: path, ready, submit, entry, linksByState }: LinkScreen): ScreenState[] {
  const form = (
    state: string,
    reach: (scene: Scene) => Promise<void>,
    more: Partial<ScreenState> = {},
  ): ScreenState => ({
    screen,
    state,
    reach: async (scene) => {
      await (state === 'link valid' && linksByState.valid
        ? open(scene, await linksByState.valid(scene))
        : openAnswered(scene, 'valid'));
      await expect(scene.page.getByText(translation(ready)).first()).toBeVisible();
      await reach(scene);
    },
    ...more,
  });
  async function openAnswered(scene: Scene, state: LinkState): Promise<void> {
    await mockCall(scene, checkLink, answer({ state }));
    await open(scene, unknownLink(path));
  }
  const refused = (state: string, what: MockResponse, key: string): ScreenState =>
    form(state, async (scene) => {
      await mockCall(scene, entry, what);
      await choose(scene, password);
      await button(scene.page, submit).click();
      await expect(errorMessage(scene.page, translation(key))).toBeVisible();
    });

  const linkStates = (Object.entries(stateTexts) as [Exclude<LinkState, 'valid'>, string][]).map(
    ([state, key]): ScreenState => ({
      screen,
      state: `link ${state}`,
      reach: async (scene) => {
        const createLink = linksByState[state];
        await (createLink ? open(scene, await createLink(scene)) : openAnswered(scene, state));
        await expect(shown(scene.page, key)).toBeVisible();
      },
    }),
  );
  const passwordForms: ScreenState[] = [
    form('required fields', async ({ page }) => {
      await button(page, submit).click();
      await expect(page.getByText(translation('fields.required'))).toHaveCount(2);
    }),
    form('requirements half met', async ({ page }) => {
      await field(page, 'password').fill('kestrel7');
      await expect(page.getByText(translation('password.length'))).toBeVisible();
    }),
    form('too weak and different', async ({ page }) => {
      await choose({ page }, 'kestrel7', 'Another');
      await button(page, submit).click();
      await expect(shown(page, 'password.different')).toBeVisible();
    }),
    form('everything met', async ({ page }) => {
      await choose({ page }, password);
      await expect(shown(page, 'password.match')).toBeVisible();
    }),
    form('common password', async (scene) => {
      await mockCall(scene, entry, refusal('invalid', { fields: { password: ['is_common'] } }));
      await choose(scene, password);
      await button(scene.page, submit).click();
      await expect(shown(scene.page, 'password.common')).toBeVisible();
    }),
  ];
  return [
    form('link valid', async () => {}, { main: true }),
    ...linkStates,
    {
      screen,
      state: 'link being checked',
      ownPage: true,
      reach: async (scene) => {
        await mockCall(scene, checkLink, 'held');
        // The tab has a stored link and is loaded again; the service does not know the link.
        await storeInTab(scene, path);
        await scene.page.goto(path);
        await expect(scene.page.getByRole('status').first()).toBeAttached();
      },
    },
    {
      screen,
      state: 'link could not be checked',
      ownPage: true,
      reach: async (scene) => {
        await mockCall(scene, checkLink, 'lost');
        await storeInTab(scene, path);
        await scene.page.goto(path);
        await expect(shown(scene.page, 'link.notChecked')).toBeVisible();
      },
    },
    ...passwordForms,
    form('submitting', async (scene) => {
      await mockCall(scene, entry, 'held');
      await choose(scene, password);
      await button(scene.page, submit).click();
      await expect(button(scene.page, submit)).toHaveAttribute('aria-busy', 'true');
    }),
    refused('too many requests', refusal('rateLimited'), 'errors.rateLimited'),
    refused('connection lost', 'lost', 'errors.network'),
    refused('unknown error', refusal('unknown'), 'errors.unknown'),
  ];
}

async function choose({ page }: Pick<Scene, 'page'>, chosen: string, repeat = chosen): Promise<void> {
  await field(page, 'password').fill(chosen);
  await field(page, 'passwordConfirmation').fill(repeat);
}

/** Stores a link in the tab, as an earlier load of the page does. */
async function storeInTab({ page }: Scene, path: LinkPage): Promise<void> {
  const link = JSON.stringify({ page: path, email: ben, token: 'A'.repeat(43) });
  await page.addInitScript((text) => sessionStorage.setItem('link_in_hand', text), link);
}

/** The pages that confirm by a button: the states of the other links with other texts. */
const confirmed = (
  screen: string,
  page: LinkPage,
  keys: Readonly<Record<'valid' | 'expired' | 'used' | 'cancelled', string>>,
): ScreenState[] =>
  (Object.entries(keys) as [LinkState, string][]).map(([state, key]) => ({
    screen,
    state: `link ${state}`,
    ...(state === 'valid' && { main: true as const }),
    reach: async (scene) => {
      await mockCall(scene, checkLink, answer({ state }));
      await open(scene, unknownLink(page));
      await expect(shown(scene.page, key)).toBeVisible();
    },
  }));

export const linkStatesOfScreens: readonly ScreenState[] = [
  ...linkScreens.flatMap(statesOf),
  ...confirmed('confirm device', '/login/device', {
    valid: 'device.title',
    expired: 'link.deviceExpired',
    used: 'link.deviceUsed',
    cancelled: 'link.deviceCancelled',
  }),
  ...confirmed('disown sign-in', '/login/not-you', {
    valid: 'disownSignIn.title',
    expired: 'link.disownExpired',
    used: 'link.disownUsed',
    cancelled: 'link.resetCancelled',
  }),
  ...confirmed('remove passkey', '/users/passkey', {
    valid: 'removePasskey.title',
    expired: 'link.passkeyExpired',
    used: 'link.passkeyUsed',
    cancelled: 'link.passkeyCancelled',
  }),
  {
    screen: 'email change',
    state: 'to be confirmed',
    main: true,
    reach: async (scene) => {
      const to = newAddress('ben');
      await asAdmin(scene.product).requestEmailChange(ben, to);
      await open(scene, await mailedLink(scene.product, to, emailChangePath));
      await expect(button(scene.page, 'account.confirm')).toBeVisible();
    },
  },
  {
    screen: 'email change',
    state: 'loaded again, without its link',
    reach: async ({ page }) => {
      await page.goto(emailChangePath);
      await expect(shown(page, 'link.openNewest')).toBeVisible();
    },
  },
];
