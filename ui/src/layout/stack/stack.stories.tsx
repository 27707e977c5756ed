import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent } from 'storybook/test';
import { Button } from '#actions/button/button.tsx';
import { TextField } from '#forms/text-field/text-field.tsx';
import { ScreenHeading } from '#layout/screen-heading/screen-heading.tsx';
import { FormStack, Stack } from './stack.tsx';

const meta = {
  title: 'Layout/Stack',
  component: Stack,
  args: {
    children: (
      <>
        <Button variant="secondary">Sales Nordics</Button>
        <Button variant="secondary">Support EMEA</Button>
        <Button variant="secondary">Billing</Button>
      </>
    ),
  },
} satisfies Meta<typeof Stack>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};

export const Tight: Story = { args: { gap: 'tight' } };

export const Wide: Story = { args: { gap: 'wide' } };

export const CenteredAndQuiet: Story = {
  args: {
    align: 'center',
    tone: 'quiet',
    children: (
      <>
        <p>No account?</p>
        <a href="#sign-up">Sign up</a>
      </>
    ),
  },
};

const onSubmit = fn((event: { preventDefault: () => void }) => event.preventDefault());

export const Form: Story = {
  render: () => (
    <FormStack aria-label="New team" onSubmit={onSubmit}>
      <ScreenHeading>New team</ScreenHeading>
      <TextField label="Name" name="name" />
      <Button type="submit">Create team</Button>
    </FormStack>
  ),
  play: async ({ canvas }) => {
    await userEvent.type(canvas.getByRole('textbox', { name: 'Name' }), 'Billing{Enter}');
    await expect(onSubmit).toHaveBeenCalledOnce();
    await expect(canvas.getByRole('form')).toHaveAttribute('method', 'post');
  },
};
