import { expect, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Button } from './button.tsx';

const button = () => page.getByRole('button', { name: 'Save changes' }).element();

test.each([
  ['xSmall', 28],
  ['small', 40],
  ['regular', 48],
  ['large', 56],
] as const)('%s is %i px high and keeps its width while loading (spec §9)', async (size, height) => {
  const { rerender } = await render(<Button size={size}>Save changes</Button>);
  const before = button().getBoundingClientRect();
  expect(before.height).toBe(height);
  await rerender(
    <Button size={size} loading>
      Save changes
    </Button>,
  );
  expect(button().getBoundingClientRect()).toEqual(before);
});

test('with forced colours every variant has a frame', async () => {
  await commands.emulate({ forcedColors: 'active' });
  const { rerender } = await render(<Button>Save changes</Button>);
  for (const variant of ['primary', 'secondary', 'quiet', 'danger'] as const) {
    await rerender(<Button variant={variant}>Save changes</Button>);
    const { borderTopColor, backgroundColor } = getComputedStyle(button());
    expect(borderTopColor, variant).not.toBe(backgroundColor);
  }
  await commands.emulate({ forcedColors: null });
});
