/** Measures how long honest clients wait during storms of hostile calls (docs/decisions/fair-queue.md). */
import { addAccounts, password } from './accounts.ts';
import type { Figure, Part } from './figures.ts';
import { withService } from './with-service.ts';
import type { StormJob, StormResult } from '#load/storm-load.ts';
import { startWorker } from '#load/worker.ts';

/** Target: the 99th percentile of honest calls, in milliseconds. */
const p99Target = 1000;

const storms: Readonly<Record<string, Pick<StormJob, 'kind' | 'hostile' | 'seconds' | 'honest'>>> = {
  'no storm': { kind: 'sign-ins', hostile: 0, seconds: 4, honest: 50 },
  '900 sign-ins in 4 s from 256 /64s of one /48': {
    kind: 'sign-ins',
    hostile: 900,
    seconds: 4,
    honest: 50,
  },
  '4,000 malformed sign-ins in 4 s': { kind: 'junk', hostile: 4000, seconds: 4, honest: 50 },
  '100 signups with crafted passwords at once': {
    kind: 'crafted passwords',
    hostile: 100,
    seconds: 0.1,
    honest: 10,
  },
};

export async function measureStorms(): Promise<Part[]> {
  const load = startWorker<StormJob, StormResult>('storm-load.ts');
  const figures = await withService(async (service, databaseUrl) => {
    await addAccounts(databaseUrl, 500);
    const job = { url: service.url, prefix: 'plain', password };
    // Runs once before the measurement, so that the code is compiled.
    await load.run({ ...job, kind: 'sign-ins', hostile: 400, seconds: 4, honest: 50 });
    const measured: Figure[] = [];
    for (const [name, storm] of Object.entries(storms))
      measured.push(...figuresOf(name, await load.run({ ...job, ...storm })));
    return measured;
  }).finally(() => load.stop());
  return [
    {
      title: 'Honest calls in a storm',
      figures,
      note: 'Of 50 honest sign-ins ten are in the network of the storm, on devices that their accounts know; the others are in networks of their own. Ten honest signups meet the crafted ones.',
    },
  ];
}

function figuresOf(name: string, { hostile, honest, p50, p99 }: StormResult): Figure[] {
  const total = Object.values(honest).reduce((sum, count) => sum + count, 0);
  const refused = (honest['503'] ?? 0) + (honest['429'] ?? 0);
  const answers = Object.entries(hostile).map(([status, count]) => `${count} × ${status}`);
  return [
    {
      name: `${name}: honest refused`,
      value: `${refused} of ${total}`,
      target: '0',
      met: refused === 0,
    },
    { name: `${name}: honest, p50`, value: `${p50.toFixed(0)} ms` },
    {
      name: `${name}: honest, p99`,
      value: `${p99.toFixed(0)} ms`,
      target: `≤ ${p99Target} ms`,
      met: p99 <= p99Target,
    },
    ...(answers.length > 0 ? [{ name: `${name}: the storm`, value: answers.join(', ') }] : []),
  ];
}
