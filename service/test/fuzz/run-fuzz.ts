/**
 * The program of `npm run try fuzz` (`tools/trials/fuzz.mjs`): every call of the OpenAPI document on a service that it starts,
 * every page, form and report, then the readers of foreign input. Prints a table of each; the exit code is 1 if anything failed.
 */
import { parseArgs } from 'node:util';

import { callTable, fuzzCalls } from './calls/run-calls.ts';
import { startFuzzedService } from './calls/started-service.ts';
import { fuzzPages } from './pages/run-pages.ts';
import { saveFindings } from './readers/findings.ts';
import { fuzzReaders, readerTable } from './readers/run-readers.ts';
import { targetNames } from './readers/targets.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    /** For all readers together. */
    seconds: { type: 'string', default: '300' },
    /** To each call. */
    requests: { type: 'string', default: '100' },
    /** `calls` or `readers`. */
    only: { type: 'string' },
  },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000);
console.log(
  `Seed ${seed}: npm run try fuzz -- --seed=${seed} makes the same requests and begins with the same inputs.\n`,
);
let failures = 0;
if (values.only !== 'readers') failures += await runCalls();
if (values.only !== 'calls') failures += await runReaders();
console.log(failures === 0 ? '\nNothing was found.' : `\n${failures} findings.`);
process.exitCode = failures === 0 ? 0 : 1;

async function runCalls(): Promise<number> {
  const service = await startFuzzedService();
  try {
    const { rows, renewed } = await fuzzCalls(service, {
      seed,
      requests: Number(values.requests),
      onRow: ({ name }) => process.stderr.write(`${name}\n`),
    });
    const { count } = await service.store.durable
      .selectFrom('outbox')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    console.log(callTable(rows).join('\n'));
    const pages = await fuzzPages(service, {
      seed,
      requests: Number(values.requests),
      onRow: ({ name }) => process.stderr.write(`${name}\n`),
    });
    console.log(['', ...callTable(pages, 'page')].join('\n'));
    console.log(
      `\nSessions that were opened again after a call had ended one, or the clock had moved on: ${renewed}.` +
        ` Mails that went to the run's own mailbox: ${count}.\n`,
    );
    return [...rows, ...pages].filter(({ failure }) => failure !== undefined).length;
  } catch (error) {
    process.stderr.write(service.output().slice(-5000));
    throw error;
  } finally {
    await service.stop();
  }
}

async function runReaders(): Promise<number> {
  const rows = await fuzzReaders({
    seed,
    seconds: Number(values.seconds) / targetNames.length,
    onRow: ({ name }) => process.stderr.write(`${name}\n`),
  });
  console.log(readerTable(rows).join('\n'));
  const findings = saveFindings(rows);
  for (const finding of findings) console.log(`\n${finding}`);
  return findings.length;
}
