/** What Storybook reads: which stories and pages there are, and how they are built. */
import type { StorybookConfig } from '@storybook/react-vite';

import { markdownTables } from './markdown-tables.ts';
import { propTypes } from './prop-types.ts';

const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  stories: [
    './foundations/*.mdx',
    '../ui/src/**/*.mdx',
    '../ui/src/**/*.stories.tsx',
    './compositions/*.stories.tsx',
  ],
  addons: [
    {
      name: '@storybook/addon-docs',
      options: { mdxPluginOptions: { mdxCompileOptions: { remarkPlugins: [markdownTables, propTypes] } } },
    },
    '@storybook/addon-a11y',
    '@storybook/addon-vitest',
  ],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  // The tables of props are read without the TypeScript compiler, whose version 7 has no interface for it.
  typescript: { reactDocgen: 'react-docgen' },
};

export default config;
