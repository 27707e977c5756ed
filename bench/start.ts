/** Measures the time until the product is ready. */
import { median, type Part } from './figures.ts';
import { makeDataFolder, startService } from '@app/testing/product/service-process.ts';

const starts = 5;

/** Starts the service with its embedded database once on a new data folder, then several times on the same one. */
export async function measureStart(): Promise<Part[]> {
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
