import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';

import { Avatar } from './avatar.tsx';

const good = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='8' height='8'/%3E";

test('a picture that cannot be loaded leaves the initials; another picture is tried', async () => {
  const { container, rerender } = await render(
    <Avatar name="Ada Lovelace" src="data:image/png;base64,AAAA" />,
  );
  const picture = () => container.querySelector('img');
  await expect.poll(picture).toBeNull();
  expect(container.textContent).toBe('AL');
  await rerender(<Avatar name="Ada Lovelace" src={good} />);
  await picture()?.decode();
  expect(picture()).toMatchObject({ alt: '', naturalWidth: 8 });
});

test.each([24, 32, 40, 56] as const)('the size %i is in pixels', async (size) => {
  const { container } = await render(<Avatar name="Ada Lovelace" size={size} />);
  expect(container.firstElementChild?.getBoundingClientRect()).toMatchObject({ width: size, height: size });
});
