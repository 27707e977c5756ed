import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { Flag } from './flag.tsx';

const hrefOf = (container: HTMLElement) => container.querySelector('use')?.getAttribute('href');

test.each([
  ['FR', 'FR'],
  [' fr ', 'FR'],
  ['gb-sct', 'GB-SCT'],
  ['XX', 'US'],
  ['France', 'US'],
  ['', 'US'],
  ['  ', 'US'],
  [null, 'US'],
  [undefined, 'US'],
])('the code %j shows the flag %s (spec §3)', (code, flag) => {
  const { container } = render(<Flag countryCode={code} />);
  expect(hrefOf(container)).toMatch(new RegExp(`flags\\.svg.*#${flag}$`));
});

test('all flags are in one file', () => {
  const { container } = render(
    <>
      {['FR', 'DE', 'ES', 'IT', 'NO'].map((code) => (
        <Flag key={code} countryCode={code} />
      ))}
    </>,
  );
  const files = [...container.querySelectorAll('use')].map((use) => use.getAttribute('href')?.split('#')[0]);
  expect(new Set(files).size).toBe(1);
});

test('it is decoration, and an image with a label', () => {
  const { container, rerender } = render(<Flag countryCode="FR" />);
  expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true');
  rerender(<Flag countryCode="FR" label="Calls from France" />);
  expect(screen.getByRole('img', { name: 'Calls from France' }).hasAttribute('aria-hidden')).toBe(false);
});
