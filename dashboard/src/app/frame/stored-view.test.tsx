import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { useCollapsed } from './stored-view.ts';

function Toggle() {
  const [collapsed, setCollapsed] = useCollapsed();
  return (
    <button type="button" onClick={() => setCollapsed(!collapsed)}>
      {collapsed ? 'icons' : 'words'}
    </button>
  );
}

function show({ narrow }: { narrow: boolean }) {
  const media = { matches: narrow, addEventListener() {}, removeEventListener() {} };
  vi.stubGlobal('matchMedia', () => media);
  delete document.documentElement.dataset['navigation'];
  render(<Toggle />);
  return screen.getByRole('button');
}

test('a narrow window begins with icons, and what is opened there is not remembered', () => {
  const button = show({ narrow: true });
  expect(button.textContent).toBe('icons');
  fireEvent.click(button);
  expect(button.textContent).toBe('words');
  expect(document.cookie).not.toContain('navigation');
});

test('a wide window begins as the person has chosen', () => {
  const button = show({ narrow: false });
  expect(button.textContent).toBe('words');
  fireEvent.click(button);
  expect(button.textContent).toBe('icons');
  expect(document.cookie).toContain('navigation=collapsed');
  delete document.documentElement.dataset['navigation'];
});
