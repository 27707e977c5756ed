import { minutes } from '@app/contract/fields/durations.ts';

import { boundCalls } from '@app/testing/browser/bounded-calls.ts';
import { expect, test } from '@app/testing/browser/browser-test.ts';

test("a test can move the service's clock, and no port of the product can", async ({ product, request }) => {
  const before = await product.now();
  await product.advance(minutes(10));
  expect(await product.now()).toBeGreaterThanOrEqual(before + minutes(10));

  const answer = await request.post('/dev/clock', { data: { advance: minutes(10) } });
  expect(answer.status()).toBe(404);
  expect(await product.now()).toBeLessThan(before + minutes(11));
});

test('a call of the browser that hangs fails by its name, long before its test', async ({
  page,
  context,
}) => {
  class Hanging {
    evaluate(): Promise<never> {
      return new Promise(() => {});
    }
  }
  const hanging = new Hanging();
  boundCalls(hanging, ['evaluate'], 10);
  await expect(hanging.evaluate()).rejects.toThrow('evaluate of the browser did not end within 0.01 s');
  expect([page.evaluate.name, context.newPage.name]).toEqual(['bound', 'bound']);
});
