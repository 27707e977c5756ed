import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { propTypes, propTypesOf } from './prop-types.ts';

const source = join(import.meta.dirname, '../ui/src');

test.each([
  ['CallStatus', ["'voicemail'"]],
  ['TabList', ['variant?:']],
  ['Tabs', ['activeTabId', 'defaultActiveTabId', 'onChange']],
  ['Select', ['options:', 'groups:', 'multiple: true', 'defaultValue?:', 'type SelectOption', "'xSmall'"]],
  ['Table', ['data:', 'type Column<', 'type BulkAction<', 'type TableLabels']],
])('the props of %s have their values and the types that they name', (component, parts) => {
  const types = propTypesOf(component);
  for (const part of parts) expect(types).toContain(part);
});

test('every table of props on every page is followed by the types', () => {
  let tables = 0;
  for (const file of globSync('**/*.mdx', { cwd: source })) {
    const text = readFileSync(join(source, file), 'utf8');
    for (const [, of = ''] of text.matchAll(/<ArgTypes of=\{(\w+)\}/g)) {
      const tag = {
        type: 'mdxJsxFlowElement',
        name: 'ArgTypes',
        attributes: [{ name: 'of', value: { value: of } }],
      };
      const imports = { type: 'mdxjsEsm', value: text };
      const tree = { type: 'root', children: [imports, tag] };
      propTypes()(tree);
      const [, , types = { value: '' }] = tree.children as { value?: string }[];
      expect(types.value, `${file}: ${of}`).toMatch(/type \w+/);
      tables += 1;
    }
  }
  expect(tables).toBeGreaterThan(40);
});
