import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { Stack } from '#layout/stack/stack.tsx';
import { Banner } from './banner.tsx';

const meta = {
  title: 'Feedback/Banner',
  component: Banner,
  args: { variant: 'critical', children: 'The credentials provided are incorrect.' },
} satisfies Meta<typeof Banner>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};

export const Variants: Story = {
  render: () => (
    <Stack gap="tight">
      <Banner variant="critical">Call recording is off: the storage is full.</Banner>
      <Banner variant="warning">Your trial ends in 3 days.</Banner>
      <Banner variant="success">The number +33 1 87 66 02 14 is active.</Banner>
      <Banner variant="info">Calls are routed to voicemail on 1 May.</Banner>
    </Stack>
  ),
};

export const WithAction: Story = {
  args: {
    variant: 'warning',
    children: 'Your trial ends in 3 days.',
    action: <a href="#plan">Choose a plan</a>,
  },
};

export const WithButton: Story = {
  args: {
    variant: 'info',
    children: 'A new version is available.',
    action: <button type="button">Reload</button>,
  },
};

/** A screen focuses the banner after a refusal; it shows no ring, and Tab continues after it. */
export const FocusedByScript: Story = {
  play: async ({ canvas }) => {
    const banner = canvas.getByRole('alert');
    banner.focus();
    await expect(banner).toHaveFocus();
  },
};

export const LongTextOnAPhone: Story = {
  args: {
    children:
      'The address ada.larsen-oestergaard@customer-support.northline.example is not part of any company. Ask your admin for an invitation.',
    action: <a href="#help">Read the guide</a>,
  },
  globals: { viewport: { value: 'phone' } },
};
