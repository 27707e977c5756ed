import { appBuild } from '@app/ui/build/app/app-build.ts';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

import { makePages } from './build/pages.ts';

/** Each area is a separate chunk, because it is imported on demand. */
export default defineConfig(
  appBuild({
    root: import.meta.dirname,
    base: '/dashboard/',
    plugins: [react()],
    renderer: { entry: 'src/app/frame/render-skeleton.tsx', usedBy: 'build' },
    makePages,
  }),
);
