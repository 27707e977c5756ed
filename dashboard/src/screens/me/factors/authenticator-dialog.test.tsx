import { ownFactorEndpoints } from '@app/contract/dashboard/own-factors.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { renderInDashboard } from '#test/render-in-dashboard.tsx';

import { AuthenticatorDialog } from './authenticator-dialog.tsx';

const setup = { setup: 's', secret: 'ABCD', uri: 'otpauth://totp/a', qr: { size: 1, path: 'M0 0' } };

test('a set-up that took too long says so; the next one begins without that, and its code is judged', async () => {
  const { ready, user } = renderInDashboard(<AuthenticatorDialog replaces onDone={() => {}} />, {
    areas: ['me'],
    service: ({ entry }) =>
      entry === ownFactorEndpoints.startAuthenticator
        ? { ok: true, answer: setup }
        : { ok: false, failure: { kind: 'refused', refusal: 'codeExpired' } },
  });
  await ready;
  const start = screen.getByRole('button', { name: 'Set up again: authenticator app' });
  await user.click(start);
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.input(dialog.getByRole('textbox'), { target: { value: '123456' } });
  expect(await dialog.findByText(/You took too long/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));

  await user.click(start);
  const again = within(await screen.findByRole('dialog'));
  expect(again.queryByText(/You took too long/)).toBeNull();
  fireEvent.input(again.getByRole('textbox'), { target: { value: '12345' } });
  await user.click(again.getByRole('button', { name: 'Confirm' }));
  expect(await again.findByText('Enter all 6 digits')).toBeTruthy();
});
