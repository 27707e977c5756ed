/** The conformance cases of the components in `overlays/`. */
import { Button } from '#actions/button/button.tsx';
import { TextField } from '#forms/text-field/text-field.tsx';
import { ActionMenu, ActionMenuItem } from '#overlays/action-menu/action-menu.tsx';
import { AlertDialog, Dialog } from '#overlays/dialog/dialog.tsx';
import { Dropdown } from '#overlays/dropdown/dropdown.tsx';
import { Tooltip } from '#overlays/tooltip/tooltip.tsx';

import type { ConformanceCase } from './conformance-case.ts';

const items = (
  <>
    <ActionMenuItem shortcut="Ctrl R">Rename</ActionMenuItem>
    <ActionMenuItem danger>Delete number</ActionMenuItem>
  </>
);
const dialog = {
  heading: 'Rename team',
  description: 'Everyone in the company sees the new name.',
  closeLabel: 'Close',
  primaryAction: { label: 'Save' },
  secondaryAction: { label: 'Cancel' },
  children: <TextField label="Name" />,
};
const alert = {
  heading: 'Delete Sales Berlin?',
  description: 'This cannot be undone.',
  primaryAction: { label: 'Delete team' },
  secondaryAction: { label: 'Keep team' },
};
const text = 'Calls ring for 30 seconds. After that they go to the voicemail of the team.';

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
  {
    name: 'Dialog',
    render: (given) => <Dialog {...given} {...dialog} defaultOpen />,
    refTag: 'div',
    labelled: { role: 'dialog', name: 'Rename team' },
  },
  {
    name: 'Dialog at its trigger',
    render: (given) => <Dialog {...dialog} trigger={<Button {...given}>Rename</Button>} />,
    refTag: 'button',
    labelled: { role: 'button', name: 'Rename' },
    disabled: {
      render: () => <Dialog {...dialog} trigger={<Button disabled>Rename</Button>} />,
      control: { role: 'button', name: 'Rename' },
    },
    opens: { trigger: { role: 'button', name: 'Rename' }, popup: { role: 'dialog', name: 'Rename team' } },
  },
  {
    name: 'AlertDialog',
    render: (given) => <AlertDialog {...given} {...alert} defaultOpen />,
    refTag: 'div',
    labelled: { role: 'alertdialog', name: 'Delete Sales Berlin?' },
  },
  {
    name: 'AlertDialog at its trigger',
    render: (given) => <AlertDialog {...alert} trigger={<Button {...given}>Delete team</Button>} />,
    refTag: 'button',
    labelled: { role: 'button', name: 'Delete team' },
    opens: {
      trigger: { role: 'button', name: 'Delete team' },
      popup: { role: 'alertdialog', name: 'Delete Sales Berlin?' },
    },
  },
  {
    name: 'Dropdown',
    render: (given) => (
      <Dropdown {...given} defaultOpen label="Ring time" trigger={<Button>Ring time</Button>}>
        {text}
      </Dropdown>
    ),
    refTag: 'div',
    labelled: { role: 'dialog', name: 'Ring time' },
  },
  {
    name: 'Dropdown at its trigger',
    render: (given) => (
      <Dropdown label="Ring time" trigger={<Button {...given}>Ring time</Button>}>
        {text}
      </Dropdown>
    ),
    refTag: 'button',
    labelled: { role: 'button', name: 'Ring time' },
    disabled: {
      render: () => (
        <Dropdown label="Ring time" trigger={<Button disabled>Ring time</Button>}>
          {text}
        </Dropdown>
      ),
      control: { role: 'button', name: 'Ring time' },
    },
    opens: {
      trigger: { role: 'button', name: 'Ring time' },
      popup: { role: 'dialog', name: 'Ring time' },
    },
  },
  {
    name: 'Tooltip',
    render: (given) => (
      <Tooltip {...given} text="Calls ring here for 30 seconds.">
        <Button>Ring time</Button>
      </Tooltip>
    ),
    refTag: 'button',
    labelled: { role: 'button', name: 'Ring time' },
    disabled: {
      render: () => (
        <Tooltip text="Only an admin can change it.">
          <Button disabled>Ring time</Button>
        </Tooltip>
      ),
      control: { role: 'button', name: 'Ring time' },
    },
  },
];
