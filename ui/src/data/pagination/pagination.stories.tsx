import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent } from 'storybook/test';
import { Pagination } from './pagination.tsx';

const meta = {
  title: 'Data/Pagination',
  component: Pagination,
  args: { page: 1, rowCount: 10_000, onPageChange: fn() },
} satisfies Meta<typeof Pagination>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};

export const Middle: Story = {
  args: { page: 100 },
  play: async ({ args, canvas }) => {
    await expect(canvas.getByRole('button', { current: 'page' })).toHaveAccessibleName('Page 100');
    await userEvent.click(canvas.getByRole('button', { name: 'Page 101' }));
    await expect(args.onPageChange).toHaveBeenLastCalledWith(101);
    await userEvent.click(canvas.getByRole('button', { name: 'Previous page' }));
    await expect(args.onPageChange).toHaveBeenLastCalledWith(99);
    await expect(canvas.getByRole('status')).toHaveTextContent('4,951–5,000 of 10,000');
  },
};

export const LastPage: Story = {
  args: { page: 3, rowCount: 120 },
  play: async ({ args, canvas }) => {
    const next = canvas.getByRole('button', { name: 'Next page' });
    await userEvent.click(next);
    await expect(args.onPageChange).not.toHaveBeenCalled();
    await expect(next).toHaveFocus();
    await expect(canvas.getByRole('status')).toHaveTextContent('101–120 of 120');
  },
};

export const Empty: Story = { args: { rowCount: 0 } };

export const Phone: Story = { args: { page: 2 }, globals: { viewport: { value: 'phone' } } };
