/** The types of a screen state and of what a test uses to reach it. */
import type { Page } from '@playwright/test';

import type { Language } from '@app/contract/fields/vocabulary.ts';

import type { Time } from '#browser/browser-test.ts';
import type { Product } from '#product/start-product.ts';
import type { Monitor } from '#browser/monitor.ts';

/** What `reach` uses. The page is new, nobody is signed in and no rate limit is used. */
export interface Scene {
  readonly page: Page;
  readonly product: Product;
  readonly time: Time;
  readonly monitor: Monitor;
}

export interface ScreenState {
  /** The name of the screen in docs/accessibility.md. */
  readonly screen: string;
  readonly state: string;
  /** The state in which the tests also check the keyboard order, text size and colours of the screen. */
  readonly main?: true;
  /** The state adds a script that cannot be removed, so no other state shares its page. */
  readonly ownPage?: true;
  /** The page has no language menu that works, so it is opened once in each language with `lng`. */
  readonly byAddress?: true;
  /** Goes to the state and waits until it is shown. */
  readonly reach: (scene: Scene, language: Language) => Promise<void>;
}
