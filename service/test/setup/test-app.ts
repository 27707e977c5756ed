/** The whole application on test deps, for injected requests. */
import type { FastifyInstance } from 'fastify';

import { buildApp, type AppOptions } from '#app.ts';

import { makeSignInBuild } from './sign-in-build.ts';
import { createTestDeps, type TestDeps } from './test-deps.ts';

export interface TestApp {
  readonly app: FastifyInstance;
  readonly deps: TestDeps;
  close(): Promise<void>;
}

export async function createTestApp(
  options: Parameters<typeof createTestDeps>[0] & { app?: AppOptions; deps?: Partial<TestDeps> } = {},
): Promise<TestApp> {
  const deps = { ...(await createTestDeps(options)), ...options.deps };
  const build = makeSignInBuild();
  const app = buildApp(deps, { distDir: build.dir, dashboardDir: '/nowhere', ...options.app });
  await app.ready();
  return {
    app,
    deps,
    async close() {
      await app.close();
      await deps.close();
      build.remove();
    },
  };
}
