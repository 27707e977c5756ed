import { screen } from '@testing-library/react';
import { useState } from 'react';
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

test('a search that is cut says so', async () => {
  const value = 'a'.repeat(199);
  const { user } = renderInDashboard(<Searched value={value} />);
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search people' });
  const note = 'Only the first 200 characters are searched.';
  expect(screen.queryByText(note)).toBeNull();
  await user.click(field);
  await user.paste('bcd');
  expect(field.value).toBe(`${value}b`);
  expect(screen.getByText(note)).toBeDefined();
});

function Searched({ value }: { value: string }) {
  const [text, setText] = useState(value);
  return <SearchField label="Search people" value={text} onChange={setText} />;
}
