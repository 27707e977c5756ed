import { afterEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { commands } from 'vitest/browser';

import { Skeleton } from './skeleton.tsx';

afterEach(() => commands.emulate({ reducedMotion: 'reduce' }));

test('it pulses, and is still with reduced motion', async () => {
  const { container } = await render(<Skeleton />);
  const skeleton = container.firstElementChild as HTMLElement;
  expect(skeleton.getAnimations()).toHaveLength(0);
  await commands.emulate({ reducedMotion: 'no-preference' });
  await expect.poll(() => skeleton.getAnimations()).toHaveLength(1);
});

test.each([
  ['icon', 16],
  ['xSmall', 28],
  ['small', 40],
  ['regular', 48],
  ['large', 56],
] as const)('a circle of size %s is %i px', async (size, pixels) => {
  const { container } = await render(<Skeleton shape="circle" size={size} />);
  const { width, height } = (container.firstElementChild as HTMLElement).getBoundingClientRect();
  expect([width, height]).toEqual([pixels, pixels]);
});

test('its lines are as high as lines of text', async () => {
  const { container } = await render(<Skeleton lines={3} />);
  expect(container.firstElementChild?.getBoundingClientRect().height).toBe(60);
});
