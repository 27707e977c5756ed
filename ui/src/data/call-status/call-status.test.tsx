import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { CallStatus } from './call-status.tsx';

const statuses = ['assigned', 'answered', 'missed', 'callback', 'abandoned', 'voicemail'] as const;

test('each status has its own icon, hidden from screen readers, and its word', () => {
  render(
    <>
      {statuses.map((status) => (
        <CallStatus key={status} status={status} label={`It was ${status}`} data-testid={status} />
      ))}
    </>,
  );
  const icons = statuses.map((status) => screen.getByTestId(status).querySelector('svg'));
  expect(new Set(icons.map((icon) => icon?.innerHTML)).size).toBe(statuses.length);
  expect(icons.every((icon) => icon?.getAttribute('aria-hidden') === 'true')).toBe(true);
  expect(statuses.map((status) => screen.getByTestId(status).textContent)).toEqual(
    statuses.map((status) => `It was ${status}`),
  );
});
