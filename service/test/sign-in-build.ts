/** A build of the sign-in app for tests, as small as the contract between build and service allows. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { languages } from '@app/contract/vocabulary.ts';

import { styleHash } from '#http/html.ts';

export const buildCss = 'body{color:#14211d}';
export const buildScript = 'console.log("sign-in");'.repeat(50);

export interface SignInBuild {
  readonly dir: string;
  remove(): void;
}

/** Writes the build into a folder of its own. */
export function makeSignInBuild(): SignInBuild {
  const dir = mkdtempSync(join(tmpdir(), 'sign-in-build-'));
  const assets = join(dir, 'client/assets');
  mkdirSync(assets, { recursive: true });
  writeFileSync(join(assets, 'main-abc123.js'), buildScript);
  writeFileSync(join(assets, 'main-abc123.js.br'), brotliCompressSync(buildScript));
  writeFileSync(join(assets, 'main-abc123.js.gz'), gzipSync(buildScript));
  for (const language of languages) {
    mkdirSync(join(dir, 'pages', language), { recursive: true });
    for (const page of ['login', 'loading'])
      writeFileSync(join(dir, 'pages', language, `${page}.html`), documentOf(page, language));
  }
  writeFileSync(join(dir, 'pages/manifest.json'), JSON.stringify({ styleHashes: [styleHash(buildCss)] }));
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

const documentOf = (page: string, language: string): string => `<!doctype html>
<html lang="${language}"><head><title>${page} – %RESELLER%</title><style>${buildCss}</style><!--app:brand--><!--app:config--></head>
<body data-page="${page}"><!--app:logo--><svg></svg><!--/app:logo--><a href="%HELP_URL%">?</a><a href="%SIGN_UP_URL%">+</a>
<!--app:early--><script type="module" src="/assets/main-abc123.js"></script></body></html>
`;
