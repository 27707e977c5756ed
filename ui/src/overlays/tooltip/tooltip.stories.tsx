import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { Button } from '#actions/button/button.tsx';
import { IconButton } from '#actions/icon-button/icon-button.tsx';
import { CloseIcon } from '#icons/icon.tsx';
import { Tooltip } from './tooltip.tsx';

const meta = {
  title: 'Overlays/Tooltip',
  component: Tooltip,
  args: {
    text: 'Calls ring here for 30 seconds, then go to voicemail.',
    children: (
      <Button variant="secondary" size="small">
        Ring time
      </Button>
    ),
  },
  decorators: [
    (Story) => (
      <div className="story-center">
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof Tooltip>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  play: async ({ canvas }) => {
    // The text describes the control while the tooltip is closed, too.
    await expect(canvas.getByRole('button', { name: 'Ring time' })).toHaveAccessibleDescription(
      'Calls ring here for 30 seconds, then go to voicemail.',
    );
  },
};

export const OnHover: Story = {
  play: async ({ canvas }) => {
    await userEvent.hover(canvas.getByRole('button', { name: 'Ring time' }));
    await waitFor(() => expect(screen.getByRole('tooltip')).toBeVisible());
  },
};

export const OnKeyboardFocus: Story = {
  play: async ({ canvas }) => {
    await userEvent.tab();
    await waitFor(() => expect(screen.getByRole('tooltip')).toBeVisible());
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
    await expect(canvas.getByRole('button')).toHaveFocus();
    await userEvent.tab();
    await userEvent.tab();
    await waitFor(() => expect(screen.getByRole('tooltip')).toBeVisible());
  },
};

/** The tooltip names a control that is only an icon, and shows its keyboard shortcut. */
export const NamesAnIcon: Story = {
  args: {
    text: 'Hang up',
    shortcut: 'Ctrl E',
    describes: 'name',
    children: <IconButton variant="secondary" label="Hang up" icon={<CloseIcon />} />,
  },
  play: async ({ canvas }) => {
    await userEvent.tab();
    await expect(await screen.findByRole('tooltip')).toHaveTextContent('Hang up');
    const button = canvas.getByRole('button', { name: 'Hang up' });
    await expect(button).not.toHaveAccessibleDescription();
  },
};

/** A disabled button keeps the focus, so that the reason can be read. */
export const WhyDisabled: Story = {
  args: {
    text: 'Only an admin can delete a number.',
    children: (
      <Button variant="secondary" size="small" disabled>
        Delete number
      </Button>
    ),
  },
  play: async () => {
    await userEvent.tab();
    await waitFor(() => expect(screen.getByRole('tooltip')).toBeVisible());
  },
};

/** Beside the control. */
export const AtTheInlineEnd: Story = {
  args: { side: 'inline-end', text: 'Numbers' },
  play: async () => {
    await userEvent.tab();
    await waitFor(() => expect(screen.getByRole('tooltip')).toBeVisible());
  },
};

/** At most 250 px wide; a text without spaces wraps, too. */
export const LongText: Story = {
  args: {
    text: 'sip:reception.frankfurt.main-building.third-floor@numbers.northline.example forwards to the team Sales Frankfurt from 9:00 to 18:00.',
  },
  play: async () => {
    await userEvent.tab();
    const tooltip = await screen.findByRole('tooltip');
    await expect(tooltip.offsetWidth).toBeLessThanOrEqual(250);
    await expect(tooltip.scrollWidth).toBeLessThanOrEqual(tooltip.clientWidth);
    await expect(within(tooltip).queryByRole('button')).toBeNull();
  },
};
