import { minutes } from '@app/contract/fields/durations.ts';

import { expect, test } from '@app/testing/browser/browser-test.ts';

test("a test can move the service's clock, and no port of the product can", async ({ product, request }) => {
  const before = await product.now();
  await product.advance(minutes(10));
  expect(await product.now()).toBeGreaterThanOrEqual(before + minutes(10));

  const answer = await request.post('/dev/clock', { data: { advance: minutes(10) } });
  expect(answer.status()).toBe(404);
  expect(await product.now()).toBeLessThan(before + minutes(11));
});
