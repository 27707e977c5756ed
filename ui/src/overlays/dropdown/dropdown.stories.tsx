import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, userEvent } from 'storybook/test';
import { Button } from '#actions/button/button.tsx';
import { Dropdown, DropdownClose } from './dropdown.tsx';

const meta = {
  title: 'Overlays/Dropdown',
  component: Dropdown,
  args: {
    trigger: (
      <Button variant="secondary" size="small">
        Ring time
      </Button>
    ),
    label: 'Ring time',
    onOpenChange: fn(),
    children: 'Calls ring here for 30 seconds, then they go to voicemail.',
  },
} satisfies Meta<typeof Dropdown>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};

export const Open: Story = {
  args: {
    children: (
      <>
        <p>Calls ring here for 30 seconds, then they go to voicemail.</p>
        <DropdownClose>
          <Button size="xSmall" variant="secondary">
            Got it
          </Button>
        </DropdownClose>
      </>
    ),
  },
  play: async ({ canvas, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Ring time' }));
    await expect(await screen.findByRole('dialog', { name: 'Ring time' })).toBeVisible();
    await expect(args.onOpenChange).toHaveBeenLastCalledWith(true);
  },
};
