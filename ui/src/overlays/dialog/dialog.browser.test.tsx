import { UiProvider } from '@app/ui/provider';
import { useRef, useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { Button } from '#actions/button/button.tsx';
import { TextField } from '#forms/text-field/text-field.tsx';
import { ActionMenu, ActionMenuItem } from '#overlays/action-menu/action-menu.tsx';
import { AlertDialog, Dialog, type AlertDialogProps, type DialogProps } from './dialog.tsx';

const { documentElement } = document;

const opener = page.getByRole('button', { name: 'Rename' });
const dialog = page.getByRole('dialog', { name: 'Rename team' });
const alert = page.getByRole('alertdialog', { name: 'Delete team?' });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const box = (element: Element) => element.getBoundingClientRect();

const show = (props: Partial<DialogProps> = {}) =>
  render(
    <UiProvider>
      <Dialog heading="Rename team" closeLabel="Close" trigger={<Button>Rename</Button>} {...props} />
    </UiProvider>,
  );

const ask = (props: Partial<AlertDialogProps> = {}) =>
  render(
    <UiProvider>
      <AlertDialog
        heading="Delete team?"
        description="This cannot be undone."
        trigger={<Button>Delete</Button>}
        primaryAction={{ label: 'Delete team' }}
        secondaryAction={{ label: 'Keep team' }}
        {...props}
      />
    </UiProvider>,
  );

/** A press in the corner of the window, outside of every dialog. */
const pressOutside = () => userEvent.click(document.body, { position: { x: 5, y: 5 }, force: true });

test('the page behind is locked and unlocked where it is', async () => {
  // Its scrollbar takes room only in a browser with a window: a headless one hides scrollbars.
  const scrollbar = new CSSStyleSheet();
  scrollbar.replaceSync('html { overflow-y: scroll } html::-webkit-scrollbar { width: 15px }');
  document.adoptedStyleSheets.push(scrollbar);
  onTestFinished(() => void document.adoptedStyleSheets.pop());
  await document.fonts.load('600 14px Inter');
  await render(
    <UiProvider>
      <div ref={makeHigh} data-testid="page" />
      <Dialog heading="Rename team" closeLabel="Close" trigger={<Button>Rename</Button>} />
      <div ref={makeHigh} />
    </UiProvider>,
  );
  opener.element().scrollIntoView({ block: 'center' });
  const [high, trigger] = [page.getByTestId('page').element(), opener.element()];
  const places = () => [high, trigger].map((element): unknown => box(element).toJSON());
  const before = places();
  const scrolled = documentElement.scrollTop;
  expect(scrolled).toBeGreaterThan(0);
  await userEvent.click(opener);
  await expect.element(dialog).toBeVisible();
  await expect.poll(() => getComputedStyle(documentElement).overflowY).toBe('hidden');
  expect(places()).toEqual(before);
  await userEvent.keyboard('{Escape}');
  await expect.element(opener).toHaveFocus();
  await expect.poll(() => getComputedStyle(documentElement).overflowY).toBe('scroll');
  expect([places(), documentElement.scrollTop]).toEqual([before, scrolled]);
});

test('Tab stays inside, in the order of the screen', async () => {
  await show({ children: <TextField label="Name" />, primaryAction: { label: 'Save' } });
  await userEvent.click(opener);
  await expect.element(page.getByRole('textbox')).toHaveFocus();
  const seen: (string | null | undefined)[] = [];
  for (let tab = 0; tab < 4; tab += 1) {
    await userEvent.keyboard('{Tab}');
    const active = document.activeElement;
    seen.push(active?.getAttribute('aria-label') ?? active?.tagName.replace('BUTTON', active.textContent));
  }
  expect(seen).toEqual(['Save', 'Close', 'INPUT', 'Save']);
});

test('a press outside closes it, unless it was told otherwise', async () => {
  const { rerender } = await show();
  await userEvent.click(opener);
  await expect.element(dialog).toBeVisible();
  await pressOutside();
  await expect.element(dialog).not.toBeInTheDocument();
  await rerender(
    <UiProvider>
      <Dialog
        heading="Rename team"
        closeLabel="Close"
        trigger={<Button>Rename</Button>}
        closeOnOutsidePress={false}
      />
    </UiProvider>,
  );
  await userEvent.click(opener);
  await expect.element(dialog).toBeVisible();
  await pressOutside();
  await expect.element(dialog).toBeVisible();
  await userEvent.click(button('Close'));
  await expect.element(dialog).not.toBeInTheDocument();
});

test('it closes when the promise of its action is fulfilled, and stays after `false`', async () => {
  const answers: ((answer: boolean) => void)[] = [];
  const onAction = vi.fn(() => new Promise<boolean>((resolve) => answers.push(resolve)));
  await show({ primaryAction: { label: 'Save', onAction } });
  await userEvent.click(opener);
  await userEvent.click(button('Save'));
  await expect.element(button('Save')).toHaveAttribute('aria-busy', 'true');
  await pressOutside();
  await userEvent.keyboard('{Escape}{Enter}');
  expect(onAction).toHaveBeenCalledOnce();
  answers[0]?.(false);
  await expect.element(button('Save')).not.toHaveAttribute('aria-busy');
  await expect.element(dialog).toBeVisible();
  await userEvent.click(button('Save'));
  answers[1]?.(true);
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

test('a busy dialog is closed by the app alone', async () => {
  const onOpenChange = vi.fn();
  const held = (open: boolean, busy: boolean) => (
    <UiProvider>
      <Dialog
        heading="Rename team"
        closeLabel="Close"
        open={open}
        busy={busy}
        onOpenChange={onOpenChange}
        primaryAction={{ label: 'Save' }}
        secondaryAction={{ label: 'Cancel' }}
      />
    </UiProvider>
  );
  const { rerender } = await render(held(true, true));
  await expect.element(dialog).toBeVisible();
  await pressOutside();
  await userEvent.keyboard('{Escape}');
  for (const name of ['Close', 'Cancel', 'Save']) await userEvent.click(button(name), { force: true });
  expect(onOpenChange).not.toHaveBeenCalled();
  await rerender(held(false, false));
  await expect.element(dialog).not.toBeInTheDocument();
});

test('the primary button submits a form of the body, also by Enter in a field', async () => {
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  await show({
    primaryAction: { label: 'Save', form: 'rename' },
    children: (
      <form id="rename" onSubmit={onSubmit}>
        <TextField label="Name" />
      </form>
    ),
  });
  await userEvent.click(opener);
  await userEvent.click(button('Save'));
  await userEvent.click(page.getByRole('textbox'));
  await userEvent.keyboard('{Enter}');
  expect(onSubmit).toHaveBeenCalledTimes(2);
  await expect.element(dialog).toBeVisible();
});

test('the focus can be given to another element', async () => {
  function Given() {
    const field = useRef<HTMLInputElement>(null);
    return (
      <UiProvider>
        <Dialog heading="Rename team" closeLabel="Close" defaultOpen initialFocus={field}>
          <TextField label="Name" />
          <TextField label="Extension" ref={field} />
        </Dialog>
      </UiProvider>
    );
  }
  await render(<Given />);
  await expect.element(page.getByRole('textbox', { name: 'Extension' })).toHaveFocus();
});

test('an alert does no harm by Enter, a press outside or Escape', async () => {
  const onAction = vi.fn();
  await ask({ primaryAction: { label: 'Delete team', onAction } });
  await userEvent.click(button('Delete'));
  await expect.element(button('Keep team')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(alert).not.toBeInTheDocument();
  await expect.element(button('Delete')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Keep team')).toHaveFocus();
  await pressOutside();
  await expect.element(alert).toBeVisible();
  await expect.element(button('Keep team')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(alert).not.toBeInTheDocument();
  expect(onAction).not.toHaveBeenCalled();
});

test('opened from a menu, it gives the focus back to the menu’s button', async () => {
  function FromMenu() {
    const [open, setOpen] = useState(false);
    return (
      <UiProvider>
        <ActionMenu trigger={<Button>Actions</Button>}>
          <ActionMenuItem onClick={() => setOpen(true)}>Rename</ActionMenuItem>
        </ActionMenu>
        <Dialog open={open} onOpenChange={setOpen} heading="Rename team" closeLabel="Close">
          <TextField label="Name" />
        </Dialog>
      </UiProvider>
    );
  }
  await render(<FromMenu />);
  await userEvent.click(button('Actions'));
  await userEvent.click(page.getByRole('menuitem', { name: 'Rename' }));
  await expect.element(page.getByRole('textbox')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(button('Actions')).toHaveFocus();
});

test('it lies at 1005 over the page, and adds no style element', async () => {
  const styleSheets = document.querySelectorAll('style').length;
  await show({ defaultOpen: true });
  await expect.element(dialog).toBeVisible();
  const layer = dialog.element().closest('[data-base-ui-portal]');
  expect(layer && getComputedStyle(layer).zIndex).toBe('1005');
  expect(document.querySelectorAll('style')).toHaveLength(styleSheets);
});

test('a dialog over another one darkens the page no further', async () => {
  const backdrop = '[class*=backdrop]';
  const darkness = () =>
    [...document.querySelectorAll(backdrop)].map((each) => getComputedStyle(each).opacity);
  await show({ defaultOpen: true });
  await expect.poll(darkness).toEqual(['1']);
  await ask({ defaultOpen: true });
  await expect.poll(darkness).toEqual(['0', '1']);
});

function makeHigh(element: HTMLElement | null) {
  element?.style.setProperty('height', '900px');
}
