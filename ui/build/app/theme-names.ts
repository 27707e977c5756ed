/**
 * Shortens the two names that Lightning CSS writes at every colour when it compiles `light-dark()` for older browsers
 * (`--bg: var(--l, #fff) var(--d, #000)`, of which one is always empty).
 */
import type { Plugin } from 'vite';

export const shortThemeNames = (): Plugin => ({
  name: 'short-theme-names',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'asset' && file.fileName.endsWith('.css'))
          file.source = String(file.source)
            .replaceAll('--lightningcss-light', '--l')
            .replaceAll('--lightningcss-dark', '--d');
    },
  },
});
