/**
 * Every screen of the sign-in app in every state, and how a person gets there in the started product. One list for the
 * checks of accessibility and languages, and for the table in docs/accessibility.md. What cannot be brought about in a
 * moment, such as a gateway's timeout, is answered at the browser's edge (`edge.ts`).
 */
import type { Page } from '@playwright/test';

import type { Language } from '@app/contract/vocabulary.ts';

import type { Time } from './journey.ts';
import type { Product } from './product.ts';
import { accountStates } from './states-of-accounts.ts';
import { codeStates } from './states-of-code.ts';
import { linkStatesOfScreens } from './states-of-links.ts';
import { loginStates } from './states-of-login.ts';
import { pageStates } from './states-of-pages.ts';
import { providerStates } from './states-of-providers.ts';
import type { Watch } from './watch.ts';

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
