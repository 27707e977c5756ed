/** The screens that the link of a mail opens, for every fate of the link and every state of their forms. */
import { expect, type Page } from '@playwright/test';

import { emailChangePath, endpoints } from '@app/contract/calls/endpoints.ts';

import { mailedLink, newAddress, signUpLink, tokenNames, type LinkPage } from '#product/mailed-links.ts';
import { askForNewAddress } from '#product/admin-desk.ts';
import { awake } from '#browser/hydration.ts';
import { answer, answerWith, refusal, type EdgeAnswer } from '#browser/mock-responses.ts';
import { linkScreens, type LinkScreen, type LinkState } from './link-screens.ts';
import { ben, errorSaying, password } from '#screens/sign-in-screens.ts';
import type { Scene, ScreenState } from './screen-state.ts';
import { wordsOf } from '#product/texts.ts';

const { checkLink } = endpoints;
const button = (page: Page, key: string) => page.getByRole('button', { name: wordsOf(key) });
const field = (page: Page, name: string) => page.locator(`main input[name="${name}"]`);
const shown = (page: Page, key: string) => page.getByText(wordsOf(key)).first();

/** A well-formed link of nobody. */
export function madeUpLink(page: LinkPage): string {
  const query = new URLSearchParams({ email: ben, [tokenNames[page]]: 'A'.repeat(43) });
  return `${page}?${query}`;
}

/** Opens a link. The watch takes its secret for one only afterwards. */
async function open({ page, watched, product }: Scene, link: string): Promise<void> {
  const address = new URL(link, product.url).href;
  watched.mayOpen(address);
  await page.goto(address);
  await awake(page);
}

const heads: Record<Exclude<LinkState, 'valid'>, string> = {
  expired: 'link.expired',
  used: 'link.used',
  cancelled: 'link.cancelled',
  unknown: 'link.unknown',
};

function statesOf({ screen, page: path, ready, submit, entry, fates }: LinkScreen): ScreenState[] {
  const form = (
    state: string,
    reach: (scene: Scene) => Promise<void>,
    more: Partial<ScreenState> = {},
  ): ScreenState => ({
    screen,
    state,
    reach: async (scene) => {
      await (state === 'link valid' && fates.valid
        ? open(scene, await fates.valid(scene))
        : openAnswered(scene, 'valid'));
      await expect(scene.page.getByRole('heading', { name: wordsOf(ready) })).toBeVisible();
      await reach(scene);
    },
    ...more,
  });
  async function openAnswered(scene: Scene, state: LinkState): Promise<void> {
    await answerWith(scene, checkLink, answer({ state }));
    await open(scene, madeUpLink(path));
  }
  const refused = (state: string, what: EdgeAnswer, key: string): ScreenState =>
    form(state, async (scene) => {
      await answerWith(scene, entry, what);
      if (path !== '/signup/confirm') await choose(scene, password);
      await button(scene.page, submit).click();
      await expect(errorSaying(scene.page, wordsOf(key))).toBeVisible();
    });

  const gates = (Object.entries(heads) as [Exclude<LinkState, 'valid'>, string][]).map(
    ([state, key]): ScreenState => ({
      screen,
      state: `link ${state}`,
      reach: async (scene) => {
        const fate = fates[state];
        await (fate ? open(scene, await fate(scene)) : openAnswered(scene, state));
        await expect(shown(scene.page, key)).toBeVisible();
      },
    }),
  );
  const passwordForms: ScreenState[] = [
    form('required fields', async ({ page }) => {
      await button(page, submit).click();
      await expect(page.getByText(wordsOf('fields.required'))).toHaveCount(2);
    }),
    form('requirements half met', async ({ page }) => {
      await field(page, 'password').fill('kestrel7');
      await expect(page.getByText(wordsOf('password.length'))).toBeVisible();
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
      await answerWith(scene, entry, refusal('invalid', { fields: { password: ['is_common'] } }));
      await choose(scene, password);
      await button(scene.page, submit).click();
      await expect(shown(scene.page, 'password.common')).toBeVisible();
    }),
  ];
  return [
    form('link valid', async () => {}, { main: true }),
    ...gates,
    {
      screen,
      state: 'link being checked',
      ownPage: true,
      reach: async (scene) => {
        await answerWith(scene, checkLink, 'held');
        // As a tab that kept its link and is loaded again: the service knows of none.
        await keepInTab(scene, path);
        await scene.page.goto(path);
        await expect(scene.page.getByRole('status').first()).toBeAttached();
      },
    },
    {
      screen,
      state: 'link could not be checked',
      ownPage: true,
      reach: async (scene) => {
        await answerWith(scene, checkLink, 'lost');
        await keepInTab(scene, path);
        await scene.page.goto(path);
        await expect(shown(scene.page, 'link.notChecked')).toBeVisible();
      },
    },
    ...(path === '/signup/confirm' ? [] : passwordForms),
    form('submitting', async (scene) => {
      await answerWith(scene, entry, 'held');
      if (path !== '/signup/confirm') await choose(scene, password);
      await button(scene.page, submit).click();
      await expect(button(scene.page, submit)).toHaveAttribute('aria-busy', 'true');
    }),
    refused('too many requests', refusal('rateLimited', { retryAfter: '300' }), 'errors.rateLimited'),
    refused('connection lost', 'lost', 'errors.network'),
    refused('unknown error', refusal('unknown'), 'errors.unknown'),
  ];
}

async function choose({ page }: Pick<Scene, 'page'>, chosen: string, repeat = chosen): Promise<void> {
  await field(page, 'password').fill(chosen);
  await field(page, 'passwordConfirmation').fill(repeat);
}

/** What an earlier load of this tab would have kept of its link. */
async function keepInTab({ page }: Scene, path: LinkPage): Promise<void> {
  const link = JSON.stringify({ page: path, email: ben, token: 'A'.repeat(43) });
  await page.addInitScript((text) => sessionStorage.setItem('link_in_hand', text), link);
}

/** The page of a device link, whose states are those of the other links but for its words. */
const deviceStates = (
  [
    ['valid', 'device.title'],
    ['expired', 'link.deviceExpired'],
    ['used', 'link.deviceUsed'],
    ['cancelled', 'link.deviceCancelled'],
  ] as const
).map(([state, key]): ScreenState => ({
  screen: 'confirm device',
  state: `link ${state}`,
  ...(state === 'valid' && { main: true as const }),
  reach: async (scene) => {
    await answerWith(scene, checkLink, answer({ state }));
    await open(scene, madeUpLink('/login/device'));
    await expect(shown(scene.page, key)).toBeVisible();
  },
}));

export const linkStatesOfScreens: readonly ScreenState[] = [
  ...linkScreens.flatMap(statesOf),
  ...deviceStates,
  {
    screen: 'confirm sign up',
    state: 'confirmed',
    main: true,
    reach: async (scene) => {
      await open(scene, await signUpLink(scene.product));
      await button(scene.page, 'account.confirm').click();
      await expect(shown(scene.page, 'confirmSignUp.doneTitle')).toBeVisible();
    },
  },
  {
    screen: 'email change',
    state: 'to be confirmed',
    main: true,
    reach: async (scene) => {
      const to = newAddress('ben');
      await askForNewAddress(scene.product, ben, to);
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
