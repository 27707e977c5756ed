import { join } from 'node:path';

import { appBuild } from '@app/ui/build/app/app-build.ts';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

import { loadStyles, compileHint } from './build/script-plugins.ts';
import { makePages } from './build/pages.ts';

/**
 * The chunks that load after the first one: few, because the first one has the name of each. A chunk has the modules of
 * its folders and what they import; a module that two chunks ask for goes to the first of them in this list.
 */
const laterChunks = {
  // What sends the log.
  log: ['sign-in/src/auth/log', 'session/src/log', 'log/src'],
  // The platform and the redirect of an address that has them.
  visit: ['sign-in/src/auth/visit'],
  // Shows that something failed to load, so it must need no other chunk.
  notices: ['sign-in/src/app/notices'],
  // What offers passkeys at the login page, once it is idle.
  passkey: ['sign-in/src/auth/passkey', 'sign-in/src/screens/login/passkey', 'session/src/passkeys'],
  // The steps after a password or another sign-in method: loaded when the person begins to sign in.
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

/**
 * Separate chunks, with all that they import: the error reports, which only staging and production load, and what only
 * older browsers load.
 */
const separate = /\/log\/src\/reports\/|\/older-browsers\//;

const root = import.meta.dirname;

export default defineConfig(
  appBuild({
    root,
    base: '/',
    plugins: [react(), loadStyles(), compileHint()],
    laterChunks: Object.entries(laterChunks).map(([name, folders], index, { length }) => ({
      name,
      test: (id) =>
        !separate.test(id) && folders.some((folder) => id.startsWith(join(root, '..', folder, '/'))),
      priority: length - index,
    })),
    renderer: { entry: 'src/app/render.tsx', usedBy: 'service' },
    makePages,
  }),
);
