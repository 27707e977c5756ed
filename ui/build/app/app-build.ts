/** How an app is built with `vite build --app`: the client, the module that renders it as HTML, then its documents. */
import { rm, mkdir, rename, rmdir, readdir } from 'node:fs/promises';
import { join, relative, dirname } from 'node:path';

import type { Rolldown, UserConfig, Plugin } from 'vite';
import { createHash } from 'node:crypto';

import { browsers } from './browsers.ts';

interface AppBuild {
  /** The app's workspace. */
  readonly root: string;
  /** The address below which the app is served. */
  readonly base: string;
  readonly plugins: NonNullable<UserConfig['plugins']>;
  /** The chunks that modules outside of the first load are put in; without any, Rolldown decides. */
  readonly laterChunks?: readonly Rolldown.CodeSplittingGroup[];
  /** The module that renders, and whether only the build itself or also the service does so. */
  readonly renderer: Readonly<{ entry: string; usedBy: 'build' | 'service' }>;
  /** Writes the documents into `pages/` of a build. */
  readonly makePages: (build: string) => Promise<void>;
}

/** One build serves every reseller and environment, so it contains no deployment settings. */
export const appBuild = ({
  root,
  base,
  plugins,
  laterChunks = [],
  renderer,
  makePages,
}: AppBuild): UserConfig => ({
  root,
  base,
  plugins: [...plugins, shortThemeNames()],
  css: { modules: { generateScopedName: scopedNames(root) } },
  resolve: {
    // React has had this hook since version 18; the shim is for older versions.
    alias: [{ find: /^use-sync-external-store\/shim(?:\/index\.js)?$/, replacement: 'react' }],
  },
  // The texts are read as files, never as modules.
  json: { stringify: false },
  build: {
    target: browsers,
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
        // Only for error reports: no served file refers to them.
        sourcemap: 'hidden',
        rollupOptions: {
          input: 'src/main.tsx',
          // Class fields are compiled for Safari 15: as assignments, which need no helper.
          transform: { assumptions: { setPublicClassFields: true } },
          output: {
            // The first load is one file, because shared modules in separate files compress worse.
            codeSplitting: {
              groups: [
                { name: 'main', tags: ['$initial'], priority: laterChunks.length + 1 },
                ...laterChunks,
              ],
            },
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
      // React chooses its production build by this value; nobody bundles the module again.
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        ssr: true,
        outDir: 'dist/next/server',
        // It is loaded without node_modules: one module that contains everything.
        rollupOptions: {
          input: renderer.entry,
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
      await moveSourceMaps(join(next, 'client'), join(next, 'maps'));
      await makePages(next);
      const served = renderer.usedBy === 'service';
      if (!served) await rm(join(next, 'server'), { recursive: true });
      await publishBuild(join(root, 'dist'), ['client', 'maps', ...(served ? ['server'] : []), 'pages']);
    },
  },
});

/**
 * Names the classes of CSS Modules: the name and three digits of its file's path. Short, because the page, the style and
 * the script contain them.
 *
 * @param root the folder that paths are relative to
 */
const scopedNames =
  (root: string) =>
  (name: string, file: string): string =>
    `${name}-${createHash('sha256')
      .update(relative(root, file.split('?')[0] ?? file))
      .digest('hex')
      .slice(0, 3)}`;

/**
 * Shortens the two names that Lightning CSS writes at every colour when it compiles `light-dark()` for older browsers
 * (`--bg: var(--l, #fff) var(--d, #000)`, of which one is always empty).
 */
const shortThemeNames = (): Plugin => ({
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

/**
 * Moves the finished build of an app from `dist/next` to the directory that the service reads. It is renamed at the end,
 * because a product that starts or runs meanwhile must not read an incomplete build.
 */
async function publishBuild(dist: string, folders: readonly string[]): Promise<void> {
  const last = join(dist, 'last');
  await rm(last, { recursive: true, force: true });
  await mkdir(last);
  for (const folder of folders) {
    await rename(join(dist, folder), join(last, folder)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    await rename(join(dist, 'next', folder), join(dist, folder));
  }
  await rm(last, { recursive: true });
  await rmdir(join(dist, 'next'));
}

/** Moves the source maps of a build out of what is served, into a folder of the same shape. */
async function moveSourceMaps(client: string, maps: string): Promise<void> {
  const names = (await readdir(client, { recursive: true })).filter((name) => name.endsWith('.map'));
  await Promise.all(
    [...new Set(names.map(dirname))].map((folder) => mkdir(join(maps, folder), { recursive: true })),
  );
  await Promise.all(names.map((name) => rename(join(client, name), join(maps, name))));
}
