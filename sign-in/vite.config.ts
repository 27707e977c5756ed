/**
 * Builds the app with `vite build --app`: the client, the server entry that renders the pages, then the pages. One build
 * serves every reseller and environment, so it contains no deployment settings.
 */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { publishBuild } from '@app/ui/build/app/publish-build.ts';
import { scopedNames } from '@app/ui/build/app/scoped-name.ts';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

import { loadStyles } from './build/load-styles.ts';
import { makePages } from './build/pages.ts';

/**
 * The chunks that load after the first one: few, because the first one has the name of each. A chunk has the modules of
 * its folders and what they import; a module that two chunks ask for goes to the first of them in this list.
 */
const laterChunks = {
  // The platform and the redirect of an address that has them.
  visit: ['sign-in/src/auth/visit'],
  // Shows that something failed to load, so it must need no other chunk.
  notices: ['sign-in/src/app/notices'],
  // The steps after a password or another sign-in method: loaded when somebody begins to sign in.
  next: [
    'sign-in/src/screens/login',
    'sign-in/src/screens/login-success',
    'sign-in/src/auth/password',
    'sign-in/src/auth/provider',
    'sign-in/src/auth/start',
    'session/src',
  ],
  // Every other screen.
  account: ['sign-in/src'],
} as const;

const root = dirname(fileURLToPath(import.meta.url));

/** The first load is one file: shared modules in files of their own compress worse. */
const groups = [
  { name: 'main', tags: ['$initial' as const], priority: Object.keys(laterChunks).length + 1 },
  ...Object.entries(laterChunks).map(([name, folders], index, { length }) => ({
    name,
    test: (id: string) => folders.some((folder) => id.startsWith(join(root, '..', folder, '/'))),
    priority: length - index,
  })),
];

export default defineConfig({
  root,
  base: '/',
  plugins: [react(), loadStyles()],
  css: { modules: { generateScopedName: scopedNames(root) } },
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
            codeSplitting: { groups },
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
      // React chooses its production build by this value; the service does not bundle it again.
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        ssr: true,
        outDir: 'dist/next/server',
        // The service loads the server entry without node_modules: one module that contains everything.
        rollupOptions: {
          input: 'src/app/render.tsx',
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
      await makePages(join(root, 'dist/next'));
      await publishBuild(join(root, 'dist'), ['client', 'server', 'pages']);
    },
  },
});
