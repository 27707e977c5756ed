/** A state of a screen, and what a test may use to get there. */
import type { Page } from '@playwright/test';

import type { Language } from '@app/contract/fields/vocabulary.ts';

import type { Time } from '#browser/browser-test.ts';
import type { Product } from '#product/start-product.ts';
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
  /** Adds a script to the page, which cannot be taken away: no other state shares its page. */
  readonly ownPage?: true;
  /** There is no script in the page that could change the language: it is opened once in each, by `lng` in the address. */
  readonly byAddress?: true;
  /** Goes there and waits until it is so. */
  readonly reach: (scene: Scene, language: Language) => Promise<void>;
}
