/**
 * `vite build --app`: the client, the server entry that draws the pages, then the pages themselves.
 * One build serves every reseller and environment: nothing of a deployment is known here.
 */
import { createHash } from 'node:crypto';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

import { makePages } from './build/pages.ts';

/** Class names are in the page, the style and the script, so they are short: the name, and three digits for its file. */
const scopedName = (name: string, file: string): string =>
  `${name}-${createHash('sha256')
    .update(relative(root, file.split('?')[0] ?? file))
    .digest('hex')
    .slice(0, 3)}`;

/** Modules of later screens, and what only they use. All else belongs to the first load. */
const later =
  /code-form|code-step|code-expiry|code-help|resend-button|use-seconds-left|code-field|login-success|success-mark|sign-out|keep-fresh|keep-session|session\/src\/refresh|notices|\/toast\/|close-icon/;
const isEager = (id: string): boolean => !later.test(id);

const root = dirname(fileURLToPath(import.meta.url));

export default defineConfig({
  root,
  base: '/',
  plugins: [react()],
  css: { modules: { generateScopedName: scopedName } },
  resolve: {
    // React has had this hook of its own since version 18; the shim is for older ones.
    alias: { 'use-sync-external-store/shim/index.js': 'react', 'use-sync-external-store/shim': 'react' },
  },
  // The texts are read as files, never as modules.
  json: { stringify: false },
  build: {
    target: 'es2023',
    // A data address would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        rollupOptions: {
          input: 'src/main.tsx',
          output: {
            // What the first load needs is one file: shared modules in files of their own compress worse.
            codeSplitting: { groups: [{ name: 'main', test: isEager }] },
            entryFileNames: 'assets/[name]-[hash].js',
            chunkFileNames: 'assets/[name]-[hash].js',
            assetFileNames: ({ names }) =>
              names[0]?.endsWith('.json')
                ? 'assets/locales/[name]-[hash].json'
                : 'assets/[name]-[hash][extname]',
          },
        },
      },
    },
    ssr: {
      build: {
        ssr: true,
        outDir: 'dist/server',
        rollupOptions: { input: 'src/app/prerender.tsx', output: { entryFileNames: '[name].js' } },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      const { client, ssr } = builder.environments;
      if (!client || !ssr) throw new Error('the build needs both environments');
      await builder.build(client);
      await builder.build(ssr);
      await makePages(root);
    },
  },
});
