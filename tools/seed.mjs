/**
 * `npm run operate seed -- --accounts N`: adds N accounts to the database of development, 10,000 of them in the demo company:
 * the one of DATABASE_URL, or the embedded one of DATA_DIR. `--history` adds what a month of use leaves behind: sessions,
 * emails, counters. Start the product once before, and stop it meanwhile. A million accounts take about a minute.
 */
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

import { UserError, runCommand } from '#tools/command/user-error.mjs';
import { requireNode } from '#tools/install/node-version.mjs';
import { root } from '#tools/command/root.mjs';

await runCommand(async () => {
  requireNode();
  const { ENVIRONMENT = 'development', DATABASE_URL, DATA_DIR = join(root, 'data') } = process.env;
  if (ENVIRONMENT !== 'development')
    throw new UserError(`Accounts are added in development alone, and ENVIRONMENT is ${ENVIRONMENT}.`);
  const { values } = parseArgs({ options: { accounts: { type: 'string' }, history: { type: 'boolean' } } });
  const accounts = Number(values.accounts);
  if (!Number.isSafeInteger(accounts) || accounts < 1)
    throw new UserError('Say how many accounts: npm run operate seed -- --accounts 10000');
  const load = (/** @type {string} */ file) => import(pathToFileURL(join(root, 'service/dev', file)).href);
  const { seedAccounts } = await load('seed-accounts.ts');
  const started = performance.now();
  const seed = async (/** @type {string} */ url) => {
    const options = { accounts, history: values.history ?? false, onProgress };
    return report(await seedAccounts(url, options), started);
  };
  if (DATABASE_URL) return seed(DATABASE_URL);
  const { startPostgres } = await load('postgres/postgres.ts');
  const database = await startPostgres({ dataDir: join(resolve(DATA_DIR), 'postgres') }).catch(
    (/** @type {Error} */ error) => {
      throw new UserError(`${error.message} Stop the product first.`);
    },
  );
  try {
    return await seed(database.url);
  } finally {
    await database.stop();
  }
});

/** @param {string} step */
function onProgress(step) {
  console.log(`  ${step}`);
}

/**
 * @param {number} count
 * @param {number} started
 */
function report(count, started) {
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`The database has ${count.toLocaleString('en')} accounts now. It took ${seconds} s.`);
  return 0;
}
