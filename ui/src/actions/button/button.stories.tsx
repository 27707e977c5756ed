import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent } from 'storybook/test';
import { KeyIcon } from '#icons/key-icon.tsx';
import { Button, ButtonLink } from './button.tsx';

const meta = {
  title: 'Actions/Button',
  component: Button,
  args: { children: 'Save changes', onClick: fn() },
} satisfies Meta<typeof Button>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};

export const Variants: Story = {
  render: (args) => (
    <div className="story-row">
      <Button {...args}>Add number</Button>
      <Button {...args} variant="secondary">
        Export calls
      </Button>
      <Button {...args} variant="quiet">
        Show details
      </Button>
      <Button {...args} variant="danger">
        Delete team
      </Button>
    </div>
  ),
};

export const Sizes: Story = {
  render: (args) => (
    <div className="story-row">
      {(['xSmall', 'small', 'regular', 'large'] as const).map((size) => (
        <Button key={size} {...args} size={size}>
          Invite people
        </Button>
      ))}
      {(['xSmall', 'small', 'regular', 'large'] as const).map((size) => (
        <Button key={size} {...args} size={size} variant="secondary">
          Cancel
        </Button>
      ))}
    </div>
  ),
};

export const Icon: Story = {
  args: { children: 'Continue with SSO', icon: <KeyIcon />, variant: 'secondary' },
};

export const Disabled: Story = {
  render: (args) => (
    <div className="story-row">
      <Button {...args} disabled>
        Send new code
      </Button>
      <Button {...args} disabled variant="quiet">
        Send new code in 0:42
      </Button>
    </div>
  ),
  play: async ({ args, canvas }) => {
    const button = canvas.getByRole('button', { name: 'Send new code' });
    await userEvent.tab();
    await expect(button).toHaveFocus();
    await userEvent.keyboard('{Enter} ');
    await userEvent.click(button);
    await expect(args.onClick).not.toHaveBeenCalled();
  },
};

export const Loading: Story = {
  render: (args) => (
    <div className="story-row">
      <Button {...args} loading />
      <Button {...args} loading variant="secondary" size="small">
        Export calls
      </Button>
      <Button {...args} loading variant="danger" size="xSmall">
        Delete
      </Button>
    </div>
  ),
  play: async ({ args, canvas }) => {
    const button = canvas.getByRole('button', { name: 'Save changes' });
    await userEvent.click(button);
    await expect(args.onClick).not.toHaveBeenCalled();
    await expect(button).toHaveAttribute('aria-busy', 'true');
    await expect(button).toHaveFocus();
  },
};

export const Keyboard: Story = {
  play: async ({ args }) => {
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await userEvent.keyboard(' ');
    await expect(args.onClick).toHaveBeenCalledTimes(2);
  },
};

export const BlockWithLongText: Story = {
  args: {
    block: true,
    children: 'Assign every unanswered call of the last seven days to the members of Support EMEA',
  },
  globals: { viewport: { value: 'phone' } },
};

export const AsLink: Story = {
  render: () => (
    <div className="story-row">
      <ButtonLink href="#numbers">Open numbers</ButtonLink>
      <ButtonLink href="#help" variant="secondary">
        Read the guide
      </ButtonLink>
    </div>
  ),
};
