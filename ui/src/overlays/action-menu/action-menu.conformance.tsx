import { Button } from '#actions/button/button.tsx';
import type { ConformanceCase } from '#conformance/conformance-case.ts';

import { ActionMenu, ActionMenuItem } from './action-menu.tsx';

const items = (
  <>
    <ActionMenuItem shortcut="Ctrl R">Rename</ActionMenuItem>
    <ActionMenuItem danger>Delete number</ActionMenuItem>
  </>
);

export const cases: readonly ConformanceCase[] = [
  {
    name: 'ActionMenu',
    render: (given) => (
      <ActionMenu {...given} defaultOpen trigger={<Button>Actions</Button>}>
        {items}
      </ActionMenu>
    ),
    refTag: 'div',
    labelled: { role: 'menu', name: 'Actions' },
  },
  {
    name: 'ActionMenu at its trigger',
    render: (given) => <ActionMenu trigger={<Button {...given}>Actions</Button>}>{items}</ActionMenu>,
    refTag: 'button',
    labelled: { role: 'button', name: 'Actions' },
    disabled: {
      render: () => <ActionMenu trigger={<Button disabled>Actions</Button>}>{items}</ActionMenu>,
      control: { role: 'button', name: 'Actions' },
    },
    opens: { trigger: { role: 'button', name: 'Actions' }, popup: { role: 'menu', name: 'Actions' } },
  },
];
