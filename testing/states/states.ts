/**
 * Every screen of the sign-in app in every state, and how a person gets there in the started product. One list for the
 * checks of accessibility and languages, and for the table in docs/accessibility.md. What cannot be brought about in a
 * moment, such as a gateway's timeout, is answered at the edge of the browser.
 */
import type { Page } from '@playwright/test';

import type { Language } from '@app/contract/fields/vocabulary.ts';

import type { Time } from '#browser/browser-test.ts';
import type { Product } from '#product/start-product.ts';
import { accountStates } from './account-states.ts';
import { codeStates } from './code-states.ts';
import { linkStatesOfScreens } from './link-states.ts';
import { loginStates } from './login-states.ts';
import { pageStates } from './page-states.ts';
import { providerStates } from './provider-states.ts';
import type { Watch } from '#browser/monitor.ts';

/** What the way to a state may use. The page is a new one, nobody is signed in, and no limit is used up. */
export interface Scene {
  readonly page: Page;
  readonly product: Product;
  readonly time: Time;
  readonly watched: Watch;
}

export interface ScreenState {
  /** The screen, as the table names it. */
  readonly screen: string;
  readonly state: string;
  /** Marks the state in which the screen is walked through by keyboard, enlarged and recoloured. */
  readonly main?: true;
  /** There is no script in the page that could change the language: it is opened once in each, by `lng` in the address. */
  readonly byAddress?: true;
  /** Goes there and waits until it is so. */
  readonly reach: (scene: Scene, language: Language) => Promise<void>;
}

export const states: readonly ScreenState[] = [
  ...loginStates,
  ...providerStates,
  ...codeStates,
  ...accountStates,
  ...linkStatesOfScreens,
  ...pageStates,
];
