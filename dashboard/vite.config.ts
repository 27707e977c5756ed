/**
 * Builds the dashboard with `vite build --app`: the client, the shape of its frame as HTML, then the documents. One
 * build serves every reseller and environment, so it contains no deployment settings.
 */
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { publishBuild } from '@app/ui/build/app/publish-build.ts';
import { scopedNames } from '@app/ui/build/app/scoped-name.ts';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

import { makePages } from './build/pages.ts';

const root = dirname(fileURLToPath(import.meta.url));

export default defineConfig({
  root,
  base: '/dashboard/',
  plugins: [react()],
  css: { modules: { generateScopedName: scopedNames(root) } },
  resolve: {
    // React has had this hook of its own since version 18; the shim is for older ones.
    alias: [{ find: /^use-sync-external-store\/shim(?:\/index\.js)?$/, replacement: 'react' }],
  },
  // The texts are read as files, never as modules.
  json: { stringify: false },
  build: {
    target: 'es2023',
    // A data address would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: false,
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/next/client',
        manifest: true,
        rollupOptions: {
          input: 'src/main.tsx',
          output: {
            // The first load is one file: shared modules in files of their own compress worse. Each area is a chunk of
            // its own, because it is imported on demand.
            codeSplitting: { groups: [{ name: 'main', tags: ['$initial'], priority: 1 }] },
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
      resolve: { noExternal: true },
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        ssr: true,
        outDir: 'dist/next/server',
        rollupOptions: {
          input: 'src/app/frame/render-skeleton.tsx',
          output: { entryFileNames: '[name].js', codeSplitting: false },
        },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      const { client, ssr } = builder.environments;
      if (!client || !ssr) throw new Error('the build needs both environments');
      await Promise.all([builder.build(client), builder.build(ssr)]);
      const next = join(root, 'dist/next');
      await makePages(next);
      // Only the build itself draws the frame.
      await rm(join(next, 'server'), { recursive: true });
      await publishBuild(join(root, 'dist'), ['client', 'pages']);
    },
  },
});
