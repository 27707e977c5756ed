import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent } from 'storybook/test';
import { CloseIcon } from '#icons/icon.tsx';
import { EyeIcon } from '#icons/eye-icon.tsx';
import { IconButton } from './icon-button.tsx';

const meta = {
  title: 'Actions/IconButton',
  component: IconButton,
  args: { label: 'Close', icon: <CloseIcon />, onClick: fn() },
} satisfies Meta<typeof IconButton>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};

export const Sizes: Story = {
  render: (args) => (
    <div className="story-row">
      {(['xSmall', 'small', 'regular'] as const).map((size) => (
        <IconButton key={size} {...args} size={size} label={`Close ${size}`} />
      ))}
      {(['xSmall', 'small', 'regular'] as const).map((size) => (
        <IconButton key={size} {...args} size={size} variant="secondary" label={`Close ${size}, framed`} />
      ))}
    </div>
  ),
};

export const Pressed: Story = {
  args: { label: 'Show password', icon: <EyeIcon crossed />, 'aria-pressed': true },
  play: async ({ args, canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Show password', pressed: true }));
    await expect(args.onClick).toHaveBeenCalledOnce();
  },
};

export const Disabled: Story = {
  args: { disabled: true },
  play: async ({ args, canvas }) => {
    const button = canvas.getByRole('button', { name: 'Close' });
    await userEvent.tab();
    await expect(button).toHaveFocus();
    await userEvent.click(button);
    await expect(args.onClick).not.toHaveBeenCalled();
  },
};

export const Loading: Story = { args: { loading: true } };
