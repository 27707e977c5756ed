/** Builds the page of all stories: the script, the server's module, and the prerendered document beside them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { browsers } from '@app/ui/build/app/browsers.ts';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

import type * as renderer from './render-page.tsx';

const root = import.meta.dirname;
const out = join(root, '../dist');

export default defineConfig({
  root,
  base: '/all-stories/',
  plugins: [react()],
  resolve: { alias: { 'storybook/test': join(root, 'no-play.ts') } },
  build: {
    target: browsers,
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2000,
  },
  environments: {
    client: {
      build: {
        outDir: join(out, 'page'),
        emptyOutDir: true,
        manifest: 'manifest.json',
        cssCodeSplit: false,
        rollupOptions: { input: join(root, 'hydrate-page.tsx') },
      },
    },
    ssr: {
      resolve: { noExternal: true },
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        ssr: true,
        outDir: join(out, 'server'),
        rollupOptions: { input: join(root, 'render-page.tsx') },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      const { client, ssr } = builder.environments;
      if (!client || !ssr) throw new Error('the build needs both environments');
      await Promise.all([builder.build(client), builder.build(ssr)]);
      const manifest = JSON.parse(readFileSync(join(out, 'page/manifest.json'), 'utf8')) as Record<
        string,
        { file: string; isEntry?: boolean }
      >;
      const files = Object.values(manifest).map(({ file }) => `/all-stories/${file}`);
      const script = Object.values(manifest).find(({ isEntry }) => isEntry)?.file;
      const { renderPage } = (await import(
        pathToFileURL(join(out, 'server/render-page.js')).href
      )) as typeof renderer;
      writeFileSync(
        join(out, 'page/index.html'),
        renderPage({
          script: `/all-stories/${script}`,
          styles: files.filter((file) => file.endsWith('.css')),
        }),
      );
    },
  },
});
