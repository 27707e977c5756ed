/** A minimal build of the dashboard for tests of the service. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { languages, languageTag } from '@app/contract/fields/vocabulary.ts';

export const dashboardScript = 'console.log("dashboard");'.repeat(50);

/** Writes the build into a new directory. */
export function makeDashboardBuild(): { readonly dir: string; remove(): void } {
  const dir = mkdtempSync(join(tmpdir(), 'dashboard-build-'));
  const assets = join(dir, 'client/assets');
  mkdirSync(assets, { recursive: true });
  writeFileSync(join(assets, 'main-abc123.js'), dashboardScript);
  writeFileSync(join(assets, 'main-abc123.js.br'), brotliCompressSync(dashboardScript));
  writeFileSync(join(assets, 'main-abc123.js.gz'), gzipSync(dashboardScript));
  mkdirSync(join(dir, 'pages'));
  for (const language of languages)
    writeFileSync(
      join(dir, 'pages', `${language}.html`),
      `<!doctype html><html lang="${languageTag(language)}"%STORED_VIEW%><head><!--app:brand-->` +
        '<script type="module" src="/dashboard/assets/main-abc123.js"></script><!--app:config--></head><body></body></html>',
    );
  writeFileSync(join(dir, 'pages/first-load.json'), '["/dashboard/assets/main-abc123.js"]');
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}
