import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn } from 'storybook/test';

import { ErrorPage } from './error-page.tsx';

const meta = {
  title: 'Feedback/ErrorPage',
  component: ErrorPage,
  args: {
    kind: 'not-found',
    heading: "We couldn't find the page you requested",
    text: 'The address may be wrong, or the page has moved.',
    action: { label: 'Go to login', href: '/login' },
  },
} satisfies Meta<typeof ErrorPage>;

export default meta;
type Story = StoryObj<typeof meta>;

export const NotFound: Story = {};

export const RouterError: Story = {
  args: {
    kind: 'router-error',
    heading: 'Something went wrong while navigating',
    text: 'Load the page again, or go back to login.',
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('heading', { level: 1 })).toHaveFocus();
  },
};

/** The action repeats what failed. */
export const Unknown: Story = {
  args: {
    kind: 'unknown',
    heading: 'An error occurred and we are looking into it. Please try again later.',
    text: undefined,
    action: { label: 'Try again', onClick: fn() },
  },
};

export const OnAPhone: Story = { globals: { viewport: { value: 'phone' } } };
