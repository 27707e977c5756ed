/**
 * `vite build --app`: the client, the server entry that draws the pages, then the pages themselves.
 * One build serves every reseller and environment: nothing of a deployment is known here.
 */
import { createHash } from 'node:crypto';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

import { loadStyles } from './build/load-styles.ts';
import { makePages } from './build/pages.ts';
import { publishBuild } from './build/publish-build.ts';

/** Class names are in the page, the style and the script, so they are short: the name, and three digits for its file. */
const scopedName = (name: string, file: string): string =>
  `${name}-${createHash('sha256')
    .update(relative(root, file.split('?')[0] ?? file))
    .digest('hex')
    .slice(0, 3)}`;

/**
 * The scripts of the client. `main` is the first load: what `main.tsx` imports, and what that imports, without asking
 * for anything later. The rest comes in few files, each of what is needed together, because the name of every file
 * stands in the first one: what follows a password or another way in
 * (fetched when somebody begins to sign in), the screens of accounts,
 * and what the page says about itself.
 */
const groups = [
  { name: 'main', tags: ['$initial' as const], priority: 5 },
  {
    name: 'visit',
    test: /auth\/visit\/platform-and-redirect|login-redirect|session\/src\/pages\/platform|contract\/src\/pages\/redirects/,
    priority: 4,
  },
  {
    name: 'next',
    test: /screens\/login(-success)?\/|auth\/\w+\/(provider-|google|sso|refresh-at-start|stored-session|finish-sign-in|rendered-page|code-step|keep-session|reload-safe-call|risk-data|mailbox-proof)|session\/src\/\w+\/(failure|read-error-body|refresh|stored-values|cookie-jar)|contract\/src\/calls\/(provider|code|session)-/,
    priority: 3,
  },
  // Says that something is missing, so it needs none of the others.
  {
    name: 'notices',
    test: /src\/(app\/notices\/(notices|use-notices|page-error|last-resort)|toast\/)|screens\/error-page/,
    priority: 4,
  },
  { name: 'account', test: /account-screens|\/src\/(screens|auth|forms)\//, priority: 2 },
];

const root = dirname(fileURLToPath(import.meta.url));

export default defineConfig({
  root,
  base: '/',
  plugins: [react(), loadStyles()],
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
            // What the first load needs is one file: shared modules in files of their own compress worse.
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
      // React chooses its build by it, and nobody bundles it for the service a second time.
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        ssr: true,
        outDir: 'dist/next/server',
        // The service loads it as it is: one module, with everything in it.
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
      await publishBuild(join(root, 'dist'));
    },
  },
});
