import { render } from '@testing-library/react';
import { expect, test } from 'vitest';

import { Skeleton } from './skeleton.tsx';

const shown = (container: HTMLElement) => container.firstElementChild as HTMLElement;

test('it is hidden from screen readers, whatever is given', () => {
  const { container } = render(<Skeleton aria-hidden={false} />);
  expect(shown(container).getAttribute('aria-hidden')).toBe('true');
});

test.each([
  [{ lines: 3 }, 3],
  [{ lines: 3, shape: 'box' }, 1],
  [{ lines: 3, shape: 'circle' }, 1],
  [{}, 1],
] as const)('%j has %i parts', (props, parts) => {
  const { container } = render(<Skeleton {...props} />);
  expect(shown(container).childElementCount).toBe(parts);
});

test('it has no style attribute, which the content security policy refuses', () => {
  const { container } = render(<Skeleton shape="box" width="half" size="large" />);
  expect(container.innerHTML).not.toContain('style=');
  expect(shown(container).dataset).toMatchObject({ width: 'half', size: 'large' });
});
