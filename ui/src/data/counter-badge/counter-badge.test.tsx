import { render } from '@testing-library/react';
import { expect, test } from 'vitest';

import { CounterBadge } from './counter-badge.tsx';

test.each([
  [1, undefined, '1'],
  [99, undefined, '99'],
  [99.9, undefined, '99'],
  [100, undefined, '99+'],
  [250, undefined, '99+'],
  [9, 9, '9'],
  [10, 9, '9+'],
])('%s with maxCount %s shows %s (spec §9)', (count, maxCount, shown) => {
  const { container } = render(
    <CounterBadge count={count} {...(maxCount !== undefined && { maxCount })} label="unread" />,
  );
  expect(container.querySelector('[aria-hidden]')?.textContent).toBe(shown);
});

test.each([0, 0.9, -1, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
  '%s shows nothing',
  (count) => {
    const { container } = render(<CounterBadge count={count} label="unread" />);
    expect(container.innerHTML).toBe('');
  },
);

test('a screen reader reads the full text, and the short one not', () => {
  const { container } = render(<CounterBadge count={250} label="250 unread messages" />);
  container.querySelector('[aria-hidden="true"]')?.remove();
  expect(container.textContent).toBe('250 unread messages');
});
