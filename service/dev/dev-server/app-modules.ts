/** The modules of both apps while they are developed: Vite serves them below one path and replaces what changes. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join, relative } from 'node:path';
import { languageTag, languages } from '@app/contract/fields/vocabulary.ts';
import react from '@vitejs/plugin-react';
import { createServer, type Plugin } from 'vite';

/** The path of every module. No page or call of the service begins with it. */
const base = '/@dev/';
/** What the browser may read: nothing else of the repository, and nothing of the data folder. */
const served = ['contract', 'ui', 'texts', 'log', 'session', 'sign-in', 'dashboard', 'node_modules'];

export interface AppModules {
  /** Answers a request for a module; false if it is not one. */
  serve(request: IncomingMessage, response: ServerResponse): boolean;
  /** A document of the service, changed so that it loads the modules; undefined if it is not a document of an app. */
  document(html: string): string | undefined;
  /** The policy of such a document, which also allows what Vite adds to the page: a script, and the styles of modules. */
  policy(contentSecurityPolicy: string): string;
  /** Calls the listener with each source file that changed, by its path from the root. */
  onChange(listener: (file: string) => void): void;
}

/**
 * @param root the folder of the workspaces
 * @param server carries the WebSocket by which the page hears of changes
 */
export async function serveAppModules(root: string, server: Server): Promise<AppModules> {
  const nonce = randomBytes(16).toString('base64');
  const watched = [...served, 'service']
    .filter((each) => each !== 'node_modules')
    .map((each) => join(root, each));
  const vite = await createServer({
    configFile: false,
    root,
    base,
    cacheDir: join(root, 'node_modules/.vite/dev-server'),
    appType: 'custom',
    logLevel: 'warn',
    plugins: [react(), changedTexts(root)],
    html: { cspNonce: nonce },
    // Found before the first page, which would be loaded again for each dependency that is found later.
    optimizeDeps: { entries: ['sign-in/src/main.tsx', 'dashboard/src/main.tsx'] },
    server: {
      middlewareMode: true,
      ws: { server },
      fs: { allow: served.map((each) => join(root, each)) },
      watch: {
        ignored: (path) =>
          path !== root &&
          !(
            watched.some((room) => `${path}/`.startsWith(`${room}/`)) &&
            !/\/(dist|node_modules)(\/|$)/.test(path)
          ),
      },
    },
  });
  const head = [
    `<meta property="csp-nonce" nonce="${nonce}">`,
    `<script type="module" nonce="${nonce}">${react.preambleCode.replace('__BASE__', base)}</script>`,
    `<script type="module" src="${base}@vite/client"></script>`,
  ].join('');
  return {
    serve(request, response) {
      if (!request.url?.startsWith(base)) return false;
      vite.middlewares(request, response);
      return true;
    },
    document: (html) => withModules(html, root, head),
    policy: (policy) => policy.replace(/(script-src|style-src) 'self'/g, `$& 'nonce-${nonce}'`),
    onChange(listener) {
      vite.watcher.on('all', (_event, file) => listener(relative(root, file)));
    },
  };
}

const builtScript = /<script type="module" src="(\/dashboard)?\/assets\/[^"]*"><\/script>/;

/**
 * The document without what is built: script, styles, rendered screen and texts. The app renders its screen in the browser,
 * because the built one is as old as the last build.
 */
function withModules(html: string, root: string, head: string): string | undefined {
  const script = builtScript.exec(html);
  const language = languages.find((each) => html.includes(`<html lang="${languageTag(each)}"`));
  if (!script || !language) return undefined;
  const app = script[1] ? 'dashboard' : 'sign-in';
  const [from, to] = [html.indexOf('>', html.indexOf('<div id="root"')) + 1, html.lastIndexOf('</div>')];
  const texts = (path: string): string =>
    readFileSync(join(root, app, 'src/i18n/locales', path, `${language}.json`), 'utf8').replaceAll(
      '<',
      '\\u003c',
    );
  const block = (id: string): RegExp => new RegExp(`(?<=<script type="application/json" id="${id}">)[^<]*`);
  // A reseller's colours have to follow the styles that the modules add to the head.
  const brand =
    html
      .match(/^<style>.*?<\/style>$/gms)
      ?.slice(app === 'sign-in' ? 1 : 0)
      .join('') ?? '';
  return (html.slice(0, from) + html.slice(to))
    .replace(/(?<=<div id="root") data-screen="[^"]*"/, '')
    .replace(script[0], () => `<script type="module" src="${base}${app}/src/main.tsx"></script>`)
    .replace(/<link rel="(?:modulepreload|stylesheet)" href="[^"]*\/assets\/[^"]*">/g, '')
    .replace(/^<style>.*?<\/style>$/gms, '')
    .replace('</body>', () => `${brand}</body>`)
    .replace(block('texts'), () => texts(app === 'dashboard' ? 'frame' : ''))
    .replace(block('later'), () => texts('later'))
    .replace('<head>', () => `<head>${head}`);
}

/** Sends a changed catalogue to the pages, which show it without a reload (texts/src/texts.ts). */
const changedTexts = (root: string): Plugin => ({
  name: 'changed-texts',
  async hotUpdate({ file, read }) {
    const [, app, name, language] =
      /^(sign-in|dashboard)\/src\/i18n\/locales\/(?:([\w-]+)\/)?(\w+)\.json$/.exec(relative(root, file)) ??
      [];
    if (app === undefined || this.environment.name !== 'client') return undefined;
    const tree: unknown = JSON.parse(await read());
    this.environment.hot.send('texts', {
      language,
      name: name ?? 'first',
      tree: app === 'dashboard' ? { [name ?? '']: tree } : tree,
    });
    return [];
  },
});
