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
  const codes = Object.entries(compared).map(([entry, { aria, mantine, styles = '' }]) => ({
    name: entry,
    own: `export * from '@app/ui/${entry}';`,
    aria: aria && `export { ${aria} } from 'react-aria-components';`,
    mantine: mantine && `${sheetsOf(styles)}export { ${mantine} } from '@mantine/core';`,
  }));
  const parts = (of: string[]) => [...new Set(of.flatMap((names) => names.split(/,? /)).filter(Boolean))];
  const all = Object.values(compared);
  codes.push({
    name: 'all of these on one page',
    own: codes.map(({ own }) => own).join(''),
    aria: `export { ${parts(all.map(({ aria = '' }) => aria)).join(', ')} } from 'react-aria-components';`,
    mantine:
      sheetsOf(parts(all.map(({ styles = '' }) => styles)).join(' ')) +
      `export { ${parts(all.map(({ mantine = '' }) => mantine)).join(', ')} } from '@mantine/core';`,
  });
  const figures = [];
  for (const { name, own, aria, mantine } of codes) {
    const ofAria = aria ? await size(aria, others) : 'none';
    const ofMantine = mantine ? await size(mantine, others) : 'none';
    figures.push({ name, value: `${await size(own, folder)} · ${ofAria} · ${ofMantine}` });
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

const sheetsOf = (styles: string): string =>
  styles
    .split(' ')
    .map((sheet) => `import '@mantine/core/styles/${sheet}.css';`)
    .join('');

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
