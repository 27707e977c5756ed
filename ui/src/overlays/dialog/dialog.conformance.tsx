import { Button } from '#actions/button/button.tsx';
import type { ConformanceCase } from '#conformance/conformance-case.ts';
import { TextField } from '#forms/text-field/text-field.tsx';

import { AlertDialog, Dialog } from './dialog.tsx';

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

export const cases: readonly ConformanceCase[] = [
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
];
