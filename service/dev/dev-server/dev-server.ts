/**
 * `npm run dev`: the product at its own address. The modules of both apps are replaced in the page as they change; the
 * service is restarted when its source changes, and requests wait meanwhile. Nothing else loads this folder.
 */
import { once } from 'node:events';
import { createServer, request as sendRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { freePort } from '#dev/free-port.ts';
import { startPostgres } from '#dev/postgres/postgres.ts';
import { readSettings } from '#settings/config.ts';

import { serveAppModules } from './app-modules.ts';
import { startRestartedService } from './restarted-service.ts';

const root = join(import.meta.dirname, '../../..');
const endWithParent = new URL('../../../tools/processes/end-with-parent.mjs', import.meta.url).href;
/** The folders that the service imports from. */
const source = /^(?:(?:service|contract|log)\/src|service\/dev|ui\/src\/brand)\/(?!.*\.test\.ts$)/;

async function start(): Promise<void> {
  const settings = readSettings(process.env);
  if (settings.environment !== 'development')
    throw new Error('npm run dev is for development: leave ENVIRONMENT out.');
  // Not restarted with the service.
  const postgres =
    settings.databaseUrl === undefined
      ? await startPostgres({ dataDir: join(settings.dataDir, 'postgres'), log: console.error })
      : undefined;
  const port = await freePort();
  const service = startRestartedService(['--import', endWithParent, join(root, 'service/src/main.ts')], {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: settings.publicUrl,
    ...(postgres && { DATABASE_URL: postgres.url, DEVELOPMENT_DATABASE: 'app' }),
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/service'),
  });

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502, { 'content-type': 'text/plain' }).end(String(error));
    });
  });
  const modules = await serveAppModules(root, server);
  modules.onChange((file) => {
    if (source.test(file)) service.restart();
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (modules.serve(request, response)) return;
    if (!(await service.ready())) throw new Error('The service has ended: the terminal says why.');
    const { method, url: path } = request;
    const headers = without(request.rawHeaders, ['accept-encoding', 'connection']);
    const passedOn = sendRequest({ host: '127.0.0.1', port, method, path, headers, agent: false });
    request.pipe(passedOn);
    response.once('close', () => passedOn.destroy());
    const [answered] = (await once(passedOn, 'response')) as [IncomingMessage];
    const { statusCode = 500, rawHeaders } = answered;
    const isHtml = answered.headers['content-type']?.startsWith('text/html');
    const html = isHtml ? await text(answered) : '';
    const document = modules.document(html);
    if (document === undefined) {
      response.writeHead(statusCode, rawHeaders);
      if (isHtml) response.end(html);
      else answered.pipe(response);
      return;
    }
    const policy = modules.policy(String(answered.headers['content-security-policy']));
    const kept = without(rawHeaders, ['content-length', 'content-security-policy']);
    response.writeHead(statusCode, [...kept, 'content-security-policy', policy]).end(document);
  }

  await once(server.listen(settings.port, settings.host), 'listening');
  const stop = async (): Promise<void> => {
    await service.stop();
    await postgres?.stop();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());
}

/** Raw headers, which alternate names and values, without those of the names. */
const without = (raw: readonly string[], names: readonly string[]): string[] =>
  raw.filter((_, index) => !names.includes((raw[index - (index % 2)] ?? '').toLowerCase()));

await start().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
