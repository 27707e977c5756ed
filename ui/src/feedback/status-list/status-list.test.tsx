import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { StatusList } from './status-list.tsx';

test('every line has a name, a state in words and an icon of its own shape', () => {
  render(
    <StatusList
      label="Services"
      items={[
        { id: 'auth', name: 'Login service', state: 'good', text: 'Working' },
        { id: 'identity', name: 'Identity service', state: 'bad', text: 'Not responding' },
        { id: 'dashboard', name: 'Dashboard', state: 'pending', text: 'Checking' },
      ]}
    />,
  );
  const lines = within(screen.getByRole('list', { name: 'Services' })).getAllByRole('listitem');
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'Login serviceWorking',
    'Identity serviceNot responding',
    'DashboardChecking',
  ]);
  expect(new Set(lines.map((line) => line.querySelector('svg')?.innerHTML)).size).toBe(3);
});
