/**
 * `npm run bench`: measures the product on this machine and prints figures and ratios. No slow figure fails. The
 * figures that have a goal replace their sections of `docs/performance.md`. Without `--only` it measures pages, screens
 * and service, in less than ten minutes. Options:
 * `--only=all`, or some of `--only=pages,screens,service,growth,calls,storms,enumeration,saml,invitations,start,dashboard`;
 * `--rounds=5` (of pages 9, of service 3), `--seconds=2`, `--accounts=100000` (of the larger database of the part
 * `growth`), `--peers` (better-auth and oidc-provider in the part `service`; npm installs them), and Node's flags for the
 * service: `--service-flags=--cpu-prof,--cpu-prof-dir=profiles`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeDataFolder, startService } from '@app/testing/product/service-process.ts';

import { measureCallCosts } from './call-costs.ts';
import { measureDashboard } from './dashboard.ts';
import { measureEnumeration } from './enumeration.ts';
import { goalsOf, type Part, replaceSections, toMarkdown, median } from './figures.ts';
import { measureInvitations } from './invitations.ts';
import { measurePages, measureScreens } from './pages/measure-pages.ts';
import { measureSaml } from './saml.ts';
import { measureByAccounts } from './service/by-accounts.ts';
import { measureService } from './service/service.ts';
import { measureStorms } from './storms.ts';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string', default: '2' },
    accounts: { type: 'string', default: '100000' },
    'service-flags': { type: 'string', default: '' },
    peers: { type: 'boolean', default: false },
  },
});

const serviceOptions = {
  rounds: Number(options.rounds ?? 3),
  seconds: Number(options.seconds),
  flags: options['service-flags'].split(',').filter(Boolean),
  peers: options.peers,
};

/** The parts of the benchmark by name, in the order of the page. */
const measures: Record<string, () => Promise<Part[]>> = {
  pages: () => measurePages({ rounds: Number(options.rounds ?? 9) }),
  screens: () => measureScreens({ rounds: Number(options.rounds ?? 5) }),
  service: () => measureService(serviceOptions),
  growth: () =>
    measureByAccounts({
      rounds: Number(options.rounds ?? 5),
      seconds: serviceOptions.seconds,
      accounts: Number(options.accounts),
    }),
  calls: measureCallCosts,
  storms: measureStorms,
  enumeration: measureEnumeration,
  saml: measureSaml,
  invitations: measureInvitations,
  start: measureStart,
  dashboard: measureDashboard,
};

/** The load of other processes: if it is not near zero, the ratios are not reliable. */
const [busyBefore = 0] = loadavg();

/** The other parts take at least as long again: the part `dashboard` adds a million accounts. */
const usual = ['pages', 'screens', 'service'];
const chosen = options.only === 'all' ? Object.keys(measures) : (options.only?.split(',') ?? usual);
const parts: Part[] = [];
const started = performance.now();
for (const [name, measure] of Object.entries(measures)) {
  if (!chosen.includes(name)) continue;
  console.log(`Measuring: ${name} …`);
  const begun = performance.now();
  parts.push(...(await measure()));
  console.log(`Measured ${name} in ${Math.round((performance.now() - begun) / 1000)} s.`);
}

const machine = `${availableParallelism()} cores, ${Math.round(totalmem() / 1e9)} GB, Node ${process.versions.node}`;
const date = new Date().toISOString().slice(0, 10);
const measured = `${date}, load ${busyBefore.toFixed(1)} before.`;
console.log(`\n${machine}\n${toMarkdown(parts, measured)}`);

const page = join(import.meta.dirname, '../docs/performance.md');
writeFileSync(page, replaceSections(readFileSync(page, 'utf8'), toMarkdown(goalsOf(parts), measured)));
console.log(`Measured everything in ${Math.round((performance.now() - started) / 1000)} s.`);
console.log('The figures that have a goal are in docs/performance.md.');

/** Measures the time until the product is ready. */
const starts = 5;

/** Starts the service with its embedded database once on a new data folder, then several times on the same one. */
async function measureStart(): Promise<Part[]> {
  const folder = await makeDataFolder();
  const times: number[] = [];
  try {
    for (let start = 0; start <= starts; start += 1) {
      const service = await startService(folder.path);
      times.push(service.readyAfter);
      await service.stop();
    }
  } finally {
    await folder.remove();
  }
  const [first = Number.NaN, ...next] = times;
  return [
    {
      title: 'Start of the service, its embedded database included',
      figures: [
        { name: 'on a new data folder', value: `${(first / 1000).toFixed(2)} s` },
        {
          name: `on the same folder again (median of ${starts})`,
          value: `${(median(next) / 1000).toFixed(2)} s`,
        },
      ],
      note: 'From the start of the process to the first positive answer of /readyz, everything built and installed.',
    },
  ];
}
