/** The whole application on test deps, for injected requests. */
import type { FastifyInstance } from 'fastify';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { postedFormId } from '@app/contract/pages/posted-form.ts';
import { languages, languageTag } from '@app/contract/fields/vocabulary.ts';

import { buildApp, type AppOptions } from '#app.ts';
import { styleHash } from '#http/documents/html.ts';
import { pageNames } from '#http/pages/page-documents.ts';

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

/** A minimal build of the sign-in app for tests of the service. */
export const buildCss = 'body{color:#14211d}';
export const buildFont = '/assets/font-abc123.woff2';
export const buildFontRule = `@font-face{src:url(${buildFont})}`;
export const ownSlogan = 'Every conversation.';
export const buildScript = 'console.log("sign-in");'.repeat(50);

interface SignInBuild {
  readonly dir: string;
  remove(): void;
}

/** Writes the build into a new directory. */
function makeSignInBuild(): SignInBuild {
  const dir = mkdtempSync(join(tmpdir(), 'sign-in-build-'));
  const assets = join(dir, 'client/assets');
  mkdirSync(assets, { recursive: true });
  writeFileSync(join(assets, 'main-abc123.js'), buildScript);
  writeFileSync(join(assets, 'main-abc123.js.br'), brotliCompressSync(buildScript));
  writeFileSync(join(assets, 'main-abc123.js.gz'), gzipSync(buildScript));
  for (const language of languages) {
    mkdirSync(join(dir, 'pages', language), { recursive: true });
    for (const page of [...pageNames, 'shell'])
      writeFileSync(join(dir, 'pages', language, `${page}.html`), documentOf(page, language));
  }
  writeFileSync(
    join(dir, 'pages/manifest.json'),
    JSON.stringify({ styleHashes: [styleHash(buildCss), styleHash(buildFontRule)] }),
  );
  mkdirSync(join(dir, 'server'));
  writeFileSync(join(dir, 'server/package.json'), '{"type":"module"}');
  writeFileSync(join(dir, 'server/render.js'), renderer);
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

const documentOf = (page: string, language: string): string => {
  const title = page === 'shell' ? '%TITLE%' : `${page} – %RESELLER%`;
  const screen = page === 'shell' ? '<!--app:screen-->' : '<!--app:logo--><svg></svg><!--/app:logo-->';
  const form = ['login', 'forgot-password', 'sign-up'].includes(page) ? emptyForm : '';
  const google = page === 'login' ? '<!--app:google--><button>Google</button><!--/app:google-->' : '';
  const slogan =
    page === 'shell'
      ? ''
      : `<p class="title" data-slogan=""><!--app:slogan-->${ownSlogan}<!--/app:slogan--></p>`;
  return `<!doctype html>
<html lang="${languageTag(language)}" data-font="${buildFont}"><head><title>${title}</title><style>${buildCss}</style>${ofFont(`<style>${buildFontRule}</style>`)}<!--app:brand--><!--app:config--></head>
<body data-page="${page}">${ofFont(`<link rel="preload" href="${buildFont}" as="font">`)}<a href="%HELP_URL%">?</a><a href="%SIGN_UP_URL%">+</a><div id="root">${screen}${google}${slogan}${form}</div>
<!--app:page--><script type="module" src="/assets/main-abc123.js"></script></body></html>
`;
};

const ofFont = (html: string): string => `<!--app:font-->${html}<!--/app:font-->`;

const emptyForm = `<form id="${postedFormId}" method="post"></form>`;

/** "Renders" a screen by writing its escaped input; throws for `render=broken` in the address. */
const renderer = `
const escaped = (text) => text.replace(/[&<>"']/g, (sign) => '&#' + sign.charCodeAt(0) + ';');
export async function renderScreen({ path, search, language, config, page }) {
  if (search.includes('draw=broken')) throw new Error('a secret reason');
  const given = { path, search, language, publicUrl: config.publicUrl, page };
  return { html: '<pre id="given">' + escaped(JSON.stringify(given)) + '</pre>${emptyForm}', title: 'drawn ' + path + ' ' + search };
}
`;
