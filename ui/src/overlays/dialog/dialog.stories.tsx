import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, userEvent } from 'storybook/test';
import { Button } from '#actions/button/button.tsx';
import { TextField } from '#forms/text-field/text-field.tsx';
import { Dialog } from './dialog.tsx';

const meta = {
  title: 'Overlays/Dialog',
  component: Dialog,
  args: {
    trigger: <Button variant="secondary">Rename team</Button>,
    heading: 'Rename team',
    description: 'Everyone in the company sees the new name.',
    closeLabel: 'Close',
    primaryAction: { label: 'Save', onAction: fn() },
    secondaryAction: { label: 'Cancel' },
    children: <TextField label="Name" name="name" defaultValue="Sales Berlin" />,
    onOpenChange: fn(),
  },
} satisfies Meta<typeof Dialog>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};

export const Open: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Rename team' }));
    await expect(await screen.findByRole('dialog', { name: 'Rename team' })).toBeVisible();
  },
};
