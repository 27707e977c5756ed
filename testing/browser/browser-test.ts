/** The `test` of every journey: a started product, a watched browser, and time that can pass. */
import { test as base, expect } from '@playwright/test';

import { hours } from '@app/contract/fields/durations.ts';

import { startProduct, type Product, type ProductOptions } from '#product/start-product.ts';
import { watch, type Watch } from './monitor.ts';

export { expect };

/** Time for the browser and the service together. Ask for it before a page is opened. */
export interface Time {
  /** Lets `ms` milliseconds pass at once, as for a laptop that slept. */
  pass(ms: number): Promise<void>;
}

interface Journey {
  /**
   * An option: whether a day passes before the journey, so that what another one used up of a limit never reaches it; the
   * longest limit counts 24 hours. False where the product's clock has to be the machine's.
   */
  rested: boolean;
  watched: Watch;
  time: Time;
}

export const test = base.extend<Journey, ProductOptions & { product: Product }>({
  settings: [{}, { option: true, scope: 'worker' }],

  product: [
    async ({ settings }, use) => {
      const product = await startProduct(settings);
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],

  baseURL: async ({ product }, use) => use(product.url),

  rested: [true, { option: true }],

  watched: [
    async ({ context, product, settings, rested }, use) => {
      if (rested) await product.advance(hours(25));
      // With a mail server of the journey's own there is no mailbox.
      if (settings['SMTP_URL'] === undefined) await product.mailbox.startAfresh();
      const watched = await watch(context, product.url);
      await use(watched);
      expect(watched.problems(), 'what the browser complained of').toEqual([]);
    },
    { auto: true },
  ],

  time: async ({ context, product, watched }, use) => {
    // Only asked for so that the product's clock has been moved before the browser's is set by it.
    void watched;
    await context.clock.install({ time: await product.now() });
    await use({
      pass: async (ms) => {
        await product.advance(ms);
        await context.clock.fastForward(ms);
      },
    });
  },
});
