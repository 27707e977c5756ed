import { act } from '@testing-library/react';
import type { ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Button } from '#actions/button/button.tsx';
import { UiProvider } from '#provider/ui-provider.tsx';
import { ActionMenu, ActionMenuItem } from './action-menu/action-menu.tsx';
import { AlertDialog, Dialog } from './dialog/dialog.tsx';
import { Dropdown } from './dropdown/dropdown.tsx';
import { Tooltip } from './tooltip/tooltip.tsx';

const trigger = <Button>Open</Button>;

const overlays = (open: boolean): Record<string, ReactNode> => ({
  Tooltip: <Tooltip text="Calls ring here.">{trigger}</Tooltip>,
  Dropdown: (
    <Dropdown trigger={trigger} label="Ring time" defaultOpen={open}>
      Content
    </Dropdown>
  ),
  ActionMenu: (
    <ActionMenu trigger={trigger} defaultOpen={open}>
      <ActionMenuItem>Rename</ActionMenuItem>
    </ActionMenu>
  ),
  Dialog: <Dialog trigger={trigger} heading="Rename" closeLabel="Close" defaultOpen={open} />,
  AlertDialog: (
    <AlertDialog
      trigger={trigger}
      heading="Delete?"
      description="This cannot be undone."
      primaryAction={{ label: 'Delete' }}
      secondaryAction={{ label: 'Keep' }}
      defaultOpen={open}
    />
  ),
});

const cases = [false, true].flatMap((open) =>
  Object.keys(overlays(open)).map((name) => [name, open ? 'open' : 'closed', open] as const),
);

test.each(cases)(
  '%s, %s at first, is hydrated without an error, and has no style on the server',
  async (name, _, open) => {
    const page = <UiProvider>{overlays(open)[name]}</UiProvider>;
    const container = document.createElement('div');
    container.innerHTML = renderToString(page);
    document.body.append(container);
    expect(container.innerHTML).not.toMatch(/ style=|<style/);
    expect(container.querySelectorAll('button')).toHaveLength(1);
    const errors: unknown[] = [];
    const root = await act(() =>
      hydrateRoot(container, page, { onRecoverableError: (error) => errors.push(error) }),
    );
    expect(errors).toEqual([]);
    const popups = document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu]');
    expect(popups).toHaveLength(open && name !== 'Tooltip' ? 1 : 0);
    act(() => root.unmount());
    container.remove();
  },
);
