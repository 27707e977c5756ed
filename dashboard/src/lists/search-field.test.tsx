import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { renderInDashboard } from '#test/render-in-dashboard.tsx';

import { SearchField } from './search-field.tsx';

test('Escape empties the search, and then leaves it, so that the keys of the screen work again', async () => {
  const onChange = vi.fn();
  const { user } = renderInDashboard(<SearchField label="Search people" value="ada" onChange={onChange} />);
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search people' });
  await user.click(field);
  await user.keyboard('{Escape}');
  expect(field.value).toBe('');
  expect(onChange).toHaveBeenCalledExactlyOnceWith('');
  expect(document.activeElement).toBe(field);
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(document.body);
});
