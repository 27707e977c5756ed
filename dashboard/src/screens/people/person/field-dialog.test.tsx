import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { renderInDashboard } from '#test/render-in-dashboard.tsx';

import { FieldDialog } from './field-dialog.tsx';

test('nothing can be typed while it is sent', async () => {
  const { user } = renderInDashboard(
    <FieldDialog
      name="field-dialog-test"
      trigger={{ children: 'Change' }}
      heading="Name"
      description="As others see it."
      confirm="Save"
      field={{ label: 'Name' }}
      initial="Mia"
      failure={null}
      running
      send={async () => undefined}
    />,
  );
  await user.click(screen.getByRole('button', { name: 'Change' }));
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
  await user.type(field, ' lost');
  expect(field.value).toBe('Mia');
});
