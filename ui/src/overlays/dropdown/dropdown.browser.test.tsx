import { UiProvider } from '@app/ui/provider';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { Button } from '#actions/button/button.tsx';
import { Dialog } from '#overlays/dialog/dialog.tsx';
import { Dropdown, type DropdownProps } from './dropdown.tsx';

const trigger = page.getByRole('button', { name: 'Ring time' });
const popup = page.getByRole('dialog', { name: 'Ring time' });
const box = (locator: { element: () => Element }) => locator.element().getBoundingClientRect();

function show(props: Partial<DropdownProps> = {}) {
  return render(
    <UiProvider>
      <button type="button">Before</button>
      <Dropdown label="Ring time" trigger={<Button>Ring time</Button>} {...props}>
        {props.children ?? <a href="#hours">Business hours</a>}
      </Dropdown>
      <button type="button">After</button>
    </UiProvider>,
  );
}

test('it opens below, in line with the start of its trigger', async () => {
  await show();
  await userEvent.click(trigger);
  await expect.element(popup).toBeVisible();
  expect(box(popup).left).toBeCloseTo(box(trigger).left, 0);
  expect(box(popup).top).toBeCloseTo(box(trigger).bottom + 4, 0);
});

test('it is never wider than its limit or the window less 16 px (spec §9)', async () => {
  const text = 'A long text. '.repeat(60);
  const { rerender } = await show({ open: true, children: text });
  await expect.element(popup).toBeVisible();
  expect(box(popup).width).toBe(344);
  await rerender(
    <UiProvider>
      <Dropdown open label="Ring time" maxWidth={200} trigger={<Button>Ring time</Button>}>
        {text}
      </Dropdown>
    </UiProvider>,
  );
  await expect.poll(() => box(popup).width).toBe(200);
});

test('Tab leaves it and closes it, and the page goes on after the trigger', async () => {
  await show();
  await userEvent.click(trigger);
  await expect.element(page.getByRole('link')).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('button', { name: 'After' })).toHaveFocus();
  await expect.element(popup).not.toBeInTheDocument();
});

test('a press outside closes it, and what was pressed is done', async () => {
  await show();
  await userEvent.click(trigger);
  await expect.element(popup).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Before' }));
  await expect.element(popup).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Before' })).toHaveFocus();
});

test('a click inside leaves it open, unless it was told otherwise', async () => {
  const onClick = vi.fn();
  await show({ children: <p>Calls ring here.</p>, onClick });
  await userEvent.click(trigger);
  await userEvent.click(page.getByText('Calls ring here.'));
  expect(onClick).toHaveBeenCalledOnce();
  await expect.element(popup).toBeVisible();
});

test.each(['disabled', 'loading'] as const)('a trigger that is %s opens nothing', async (state) => {
  const onOpenChange = vi.fn();
  await show({ onOpenChange, trigger: <Button {...{ [state]: true }}>Ring time</Button> });
  await userEvent.click(trigger, { force: true });
  await userEvent.keyboard('{Enter}');
  expect(onOpenChange).not.toHaveBeenCalled();
});

test('an app that holds the state decides alone', async () => {
  const asked = vi.fn();
  function Held() {
    const [open, setOpen] = useState(false);
    return (
      <UiProvider>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        <Dropdown label="Ring time" trigger={<Button>Ring time</Button>} open={open} onOpenChange={asked}>
          Content
        </Dropdown>
      </UiProvider>
    );
  }
  await render(<Held />);
  await userEvent.click(trigger);
  expect(asked).toHaveBeenLastCalledWith(true);
  expect(popup.elements()).toHaveLength(0);
  await userEvent.click(page.getByRole('button', { name: 'Open' }));
  await expect.element(popup).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(asked).toHaveBeenLastCalledWith(false);
  await expect.element(popup).toBeVisible();
});

test('in a dialog it lies above the dialog, and Escape closes it alone', async () => {
  const styleSheets = document.querySelectorAll('style').length;
  await render(
    <UiProvider>
      <Dialog defaultOpen heading="Numbers" closeLabel="Close">
        <Dropdown label="Ring time" trigger={<Button>Ring time</Button>}>
          Calls ring for 30 seconds.
        </Dropdown>
      </Dialog>
    </UiProvider>,
  );
  await userEvent.click(trigger);
  await expect.element(popup).toBeVisible();
  const { left, top } = box(popup);
  expect(popup.element().contains(document.elementFromPoint(left + 20, top + 20))).toBe(true);
  expect(document.querySelectorAll('style')).toHaveLength(styleSheets);
  await userEvent.keyboard('{Escape}');
  await expect.element(popup).not.toBeInTheDocument();
  await expect.element(page.getByRole('dialog', { name: 'Numbers' })).toBeVisible();
});
