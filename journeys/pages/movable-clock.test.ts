import { minutes } from '@app/contract/fields/durations.ts';

import { expect, test } from '@app/testing/browser/browser-test.ts';

test('time passes for the service when a journey says so, and no port of the product can say it', async ({
  product,
  request,
}) => {
  const before = await product.now();
  await product.advance(minutes(10));
  expect(await product.now()).toBeGreaterThanOrEqual(before + minutes(10));

  const answer = await request.post('/dev/clock', { data: { advance: minutes(10) } });
  expect(answer.status()).toBe(404);
  expect(await product.now()).toBeLessThan(before + minutes(11));
});
