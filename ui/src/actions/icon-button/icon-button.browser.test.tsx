import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { CloseIcon } from '#icons/icon.tsx';
import { IconButton } from './icon-button.tsx';

/** A row that has no room for its text. */
function arrange(row: HTMLElement | null) {
  row?.style.setProperty('display', 'flex');
  row?.style.setProperty('align-items', 'center');
}

test.each([
  ['xSmall', 28],
  ['small', 40],
  ['regular', 48],
] as const)('%s is a square of %i px, also in a row that has no room', async (size, side) => {
  await render(
    <div ref={arrange}>
      <p>{'A long text beside the button '.repeat(20)}</p>
      <IconButton label="Close" icon={<CloseIcon />} size={size} />
    </div>,
  );
  const { width, height } = page.getByRole('button', { name: 'Close' }).element().getBoundingClientRect();
  expect([width, height]).toEqual([side, side]);
});
