import { render, screen, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PageFrame } from './page-frame.tsx';

const frame = (
  <PageFrame
    logo="Northline"
    footerStart={<select aria-label="Language" />}
    footerEnd={<a href="/help">Help center</a>}
    panelTitle="Every conversation, one clear line."
    panelCards={[
      { initials: 'AM', name: 'Ada Moreau', detail: 'Sales', state: 'live', stateLabel: '02:41' },
      { initials: 'JB', name: 'Jonas Berg', detail: 'Support', state: 'answered', stateLabel: 'Answered' },
    ]}
  >
    <h1>Welcome back</h1>
  </PageFrame>
);

test('logo, screen and footer are one landmark each', () => {
  render(frame);
  expect(screen.getByRole('banner').textContent).toBe('Northline');
  expect(within(screen.getByRole('main')).getByRole('heading').textContent).toBe('Welcome back');
  const footer = within(screen.getByRole('contentinfo'));
  expect(footer.getByRole('combobox', { name: 'Language' })).toBeTruthy();
  expect(footer.getByRole('link', { name: 'Help center' })).toBeTruthy();
});

test('the panel is hidden from screen readers and the keyboard', () => {
  render(frame);
  const panel = screen.getByText('Ada Moreau').closest('[aria-hidden=true]');
  expect(panel?.textContent).toContain('Every conversation');
  expect(panel?.querySelectorAll('a, button, input, [tabindex]')).toHaveLength(0);
});

test('the prerendered frame has no style attribute and stays small', () => {
  const html = renderToString(frame);
  expect(html).not.toContain('style=');
  expect(html.length).toBeLessThan(4000);
});
