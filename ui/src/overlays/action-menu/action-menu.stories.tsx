import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, userEvent } from 'storybook/test';
import { Button } from '#actions/button/button.tsx';
import { ActionMenu, ActionMenuItem, ActionMenuSeparator } from './action-menu.tsx';

const meta = {
  title: 'Overlays/ActionMenu',
  component: ActionMenu,
  args: {
    trigger: (
      <Button variant="secondary" size="small">
        Actions
      </Button>
    ),
    onOpenChange: fn(),
    children: (
      <>
        <ActionMenuItem shortcut="Ctrl R">Rename</ActionMenuItem>
        <ActionMenuItem>Duplicate</ActionMenuItem>
        <ActionMenuItem disabled disabledReason="Only an admin can move a number.">
          Move to another team
        </ActionMenuItem>
        <ActionMenuSeparator />
        <ActionMenuItem danger>Delete number</ActionMenuItem>
      </>
    ),
  },
} satisfies Meta<typeof ActionMenu>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};

export const Open: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Actions' }));
    await expect(await screen.findByRole('menu', { name: 'Actions' })).toBeVisible();
  },
};
