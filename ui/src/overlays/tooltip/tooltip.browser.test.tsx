import { UiProvider } from '@app/ui/provider';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { Button } from '#actions/button/button.tsx';
import { Dialog } from '#overlays/dialog/dialog.tsx';
import { Tooltip, type TooltipProps } from './tooltip.tsx';

const tooltip = page.getByRole('tooltip');
const button = page.getByRole('button', { name: 'Ring time' });

function show(props: Partial<TooltipProps> = {}) {
  return render(
    <UiProvider>
      <div ref={center}>
        <Tooltip text="Calls ring here." {...props}>
          <Button>Ring time</Button>
        </Tooltip>
      </div>
    </UiProvider>,
  );
}

function center(element: HTMLElement | null) {
  element?.style.setProperty('margin', '200px 300px');
}

const box = (locator: { element: () => Element }) => locator.element().getBoundingClientRect();

test('the pointer can move onto the tooltip, to read it under a magnifier (WCAG 1.4.13)', async () => {
  await show();
  await userEvent.hover(button);
  await expect.element(tooltip).toBeVisible();
  await userEvent.hover(tooltip);
  // Longer than the time after which it would close.
  await new Promise((resolve) => {
    document.body.animate([], 300).onfinish = resolve;
  });
  await expect.element(tooltip).toBeVisible();
  await userEvent.hover(page.elementLocator(document.body), { position: { x: 5, y: 5 } });
  await expect.element(tooltip).not.toBeInTheDocument();
});

test('keyboard focus opens it, a press by the pointer does not leave it open', async () => {
  await show({ delay: 500 });
  await userEvent.keyboard('{Tab}');
  await expect.element(tooltip).toBeVisible();
  await userEvent.click(button);
  await expect.element(tooltip).not.toBeInTheDocument();
});

test('at the inline end it is on the far side of the text', async () => {
  await show({ side: 'inline-end', offset: 10 });
  await userEvent.hover(button);
  await expect.element(tooltip).toBeVisible();
  expect(box(tooltip).left).toBeCloseTo(box(button).right + 10, 0);
});

test('in a dialog Escape closes the tooltip first, and it lies above the dialog', async () => {
  const inside: ReactNode = (
    <Tooltip text="Calls ring here.">
      <Button>Ring time</Button>
    </Tooltip>
  );
  await render(
    <UiProvider>
      <Dialog defaultOpen heading="Numbers" closeLabel="Close">
        {inside}
      </Dialog>
    </UiProvider>,
  );
  await userEvent.hover(button);
  await expect.element(tooltip).toBeVisible();
  const { left, top } = box(tooltip);
  expect(document.elementFromPoint(left + 10, top + 10)).toBe(tooltip.element());
  await userEvent.keyboard('{Escape}');
  await expect.element(tooltip).not.toBeInTheDocument();
  await expect.element(page.getByRole('dialog')).toBeVisible();
});
