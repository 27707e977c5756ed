/** The bytes of each component, beside the same component of two well-known libraries, built the same way. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeConsumer } from '@app/ui/build/consumer.ts';
import { measurePage } from '@app/ui/build/measure-entry.ts';

import type { Part } from './figures.ts';

/** The libraries that are compared, at exact versions. They are installed outside the product. */
const libraries = {
  'react-aria-components': '1.22.1',
  '@mantine/core': '9.7.3',
  '@mantine/hooks': '9.7.3',
  react: '19.3.1',
  'react-dom': '19.3.1',
};

/** Our entry → what the same takes in React Aria Components (which has no styles) and in Mantine. */
const compared: Record<string, { aria?: string; mantine?: string; styles?: string }> = {
  button: { aria: 'Button', mantine: 'Button', styles: 'Button' },
  'text-field': { aria: 'TextField, Label, Input, FieldError', mantine: 'TextInput', styles: 'Input' },
  'password-field': { mantine: 'PasswordInput', styles: 'Input PasswordInput' },
  checkbox: { aria: 'Checkbox', mantine: 'Checkbox', styles: 'Checkbox' },
  switch: { aria: 'Switch', mantine: 'Switch', styles: 'Switch' },
  radio: { aria: 'RadioGroup, Radio', mantine: 'Radio', styles: 'Radio' },
  select: {
    aria: 'Select, SelectValue, Popover, ListBox, ListBoxItem',
    mantine: 'Select',
    styles: 'Combobox Input Popover',
  },
  'search-select': {
    aria: 'ComboBox, Input, Popover, ListBox, ListBoxItem',
    mantine: 'MultiSelect',
    styles: 'Combobox Input Popover PillsInput Pill',
  },
  table: {
    aria: 'Table, TableHeader, Column, TableBody, Row, Cell, Checkbox',
    mantine: 'Table, Checkbox',
    styles: 'Table Checkbox',
  },
  tabs: { aria: 'Tabs, TabList, Tab, TabPanel', mantine: 'Tabs', styles: 'Tabs' },
  tooltip: { aria: 'TooltipTrigger, Tooltip', mantine: 'Tooltip', styles: 'Tooltip' },
  dropdown: { aria: 'DialogTrigger, Popover, Dialog', mantine: 'Popover', styles: 'Popover' },
  'action-menu': { aria: 'MenuTrigger, Menu, MenuItem, Popover', mantine: 'Menu', styles: 'Menu Popover' },
  dialog: {
    aria: 'DialogTrigger, ModalOverlay, Modal, Dialog',
    mantine: 'Modal',
    styles: 'Modal ModalBase Overlay',
  },
  toast: {
    aria: 'UNSTABLE_ToastRegion, UNSTABLE_Toast, UNSTABLE_ToastQueue',
    mantine: 'Notification',
    styles: 'Notification',
  },
  pagination: { mantine: 'Pagination', styles: 'Pagination' },
  avatar: { mantine: 'Avatar', styles: 'Avatar' },
  skeleton: { mantine: 'Skeleton', styles: 'Skeleton' },
};

/** Bytes as kB, script and styles: `12.3 + 1.4`. */
const kb = (bytes: number) => (bytes / 1000).toFixed(1);

/** Builds a page with each component of the three libraries. Needs npm's registry once, for the other two. */
export async function measureComponents(): Promise<Part[]> {
  const others = installLibraries();
  const { folder } = await makeConsumer();
  const size = async (code: string, where: string) => {
    const { script, later, styles } = await measurePage(code, where);
    return `${kb(script + later)} + ${kb(styles)}`;
  };
  const figures = [];
  for (const [entry, { aria, mantine, styles = '' }] of Object.entries(compared)) {
    const own = await size(`export * from '@app/ui/${entry}';`, folder);
    const ofAria = aria && (await size(`export { ${aria} } from 'react-aria-components';`, others));
    const sheets = styles.split(' ').map((sheet) => `import '@mantine/core/styles/${sheet}.css';`);
    const ofMantine =
      mantine && (await size(`${sheets.join('')} export { ${mantine} } from '@mantine/core';`, others));
    figures.push({ name: entry, value: `${own} | ${ofAria ?? 'none'} | ${ofMantine ?? 'none'}` });
  }
  rmSync(folder, { recursive: true, force: true });
  return [
    {
      title: 'Components: ours, React Aria Components, Mantine',
      figures,
      note:
        'Brotli kB (1000 bytes) of script + styles that a page carries with this component alone, React left out; script ' +
        'that a component loads later is counted. React Aria Components has no styles of its own. Mantine needs ' +
        'its provider and base styles beside each (not counted); its Notification has no region, and its Table has no state.',
    },
  ];
}

/** Installs the other libraries into the cache; returns their folder. */
function installLibraries(): string {
  const folder = join(import.meta.dirname, '../.cache/compared-libraries');
  if (existsSync(join(folder, 'node_modules/react-aria-components'))) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: libraries }));
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: 'inherit',
  });
  return folder;
}
