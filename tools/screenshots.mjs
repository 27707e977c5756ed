/**
 * `npm run draw screenshots`: takes the login page's picture for README.md from the started product. With `-- --all DIR`
 * it takes every state of every screen in light and dark, on a phone and a desktop, in all languages. Words after DIR
 * select the states whose names contain one of them: `npm run draw screenshots -- --all DIR code sign-up`.
 */
import { resolve } from 'node:path';

import { runProgramWith } from '#tools/command/program.mjs';

const [option, folder, ...names] = process.argv.slice(2);
if (option !== undefined && (option !== '--all' || folder === undefined)) {
  process.stderr.write('Name a folder: npm run draw screenshots -- --all DIR\n');
  process.exit(1);
}
const config = ['--config', 'testing/screenshots/screenshots.config.ts'];
const chosen = names.length > 0 ? ['--grep', names.join('|')] : [];
await runProgramWith(['node_modules/@playwright/test/cli.js', 'test', ...config, ...chosen], {
  apps: true,
  browser: true,
  ...(folder && { env: { SCREENSHOTS: resolve(process.env.INIT_CWD ?? '', folder) } }),
});
