import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';

import type { CallOutcome } from '#calls/dashboard-client.ts';
import { renderInDashboard } from '#test/render-in-dashboard.tsx';

import { DomainsStep } from './domains-step.tsx';

beforeEach(() => sessionStorage.clear());

test('nothing can be typed into the domain while it is added', async () => {
  const adding = Promise.withResolvers<CallOutcome<unknown>>();
  const { ready, user } = renderInDashboard(<DomainsStep domains={[]} onMissed={() => {}} />, {
    areas: ['single-sign-on'],
    service: () => adding.promise,
  });
  await ready;
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Domain' });
  await user.type(field, 'harbour.example');
  await user.click(screen.getByRole('button', { name: 'Add domain' }));
  await user.type(field, '.lost');
  expect(field.value).toBe('harbour.example');
  adding.resolve({ ok: true, answer: {} });
  await waitFor(() => expect(field.value).toBe(''));
  await waitFor(() => expect(field.readOnly).toBe(false));
});
