/** What every story has: the tokens, the provider, and the theme of the toolbar. */
import { UiProvider } from '@app/ui/provider';
import type { Preview } from '@storybook/react-vite';
import { create } from 'storybook/theming';

import '@app/ui/base.css';
import './preview.css';

const preview: Preview = {
  globalTypes: {
    theme: {
      description: 'Theme',
      toolbar: { icon: 'contrast', items: ['light', 'dark'], dynamicTitle: true },
    },
  },
  initialGlobals: { theme: 'light' },
  beforeEach: ({ globals, parameters }) => {
    const { documentElement } = document;
    documentElement.dataset['theme'] = String(globals['theme']);
    documentElement.lang = 'en';
    document.body.dataset['layout'] = String(parameters['layout']);
  },
  decorators: [
    (Story) => (
      <UiProvider>
        <Story />
      </UiProvider>
    ),
  ],
  parameters: {
    layout: 'padded',
    controls: { expanded: true },
    docs: {
      codePanel: true,
      // The pages are set in the product's own font.
      theme: create({ base: 'light', fontBase: "Inter, 'Inter Fallback', system-ui, sans-serif" }),
    },
    options: {
      storySort: {
        order: [
          'Start here',
          'Foundations',
          'Actions',
          'Forms',
          'Data',
          'Navigation',
          'Overlays',
          'Feedback',
          'Layout',
          'Compositions',
        ],
      },
    },
    viewport: {
      options: {
        phone: { name: 'Phone', styles: { width: '360px', height: '720px' } },
        desktop: { name: 'Desktop', styles: { width: '1280px', height: '800px' } },
        story: { name: 'Story', styles: { width: '720px', height: '480px' } },
      },
    },
  },
};

export default preview;
