/** What Storybook reads: which stories and pages there are, and how they are built. */
import type { StorybookConfig } from '@storybook/react-vite';

import { markdownTables } from './markdown-tables.ts';

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
      options: { mdxPluginOptions: { mdxCompileOptions: { remarkPlugins: [markdownTables] } } },
    },
    '@storybook/addon-a11y',
    '@storybook/addon-vitest',
  ],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  // The props' table is read from the types and their JSDoc, without the TypeScript compiler.
  typescript: { reactDocgen: 'react-docgen' },
};

export default config;
