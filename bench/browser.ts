/** Measures the login page in a browser with an empty cache: transferred bytes, requests and paint times. */
import { get } from 'node:http';
import { chromium, type Browser, type Page, type Request } from '@playwright/test';

import { type Figure, median, type Part } from './figures.ts';
import { launchOptions } from '@app/testing/browser/browser-options.ts';
import { makeDataFolder, startService } from '@app/testing/product/service-process.ts';

/** Budgets in brotli kB (1000 bytes). */
const budgets = { script: 82, stylesheet: 8, document: 8, font: 50 } as const;
type Kind = keyof typeof budgets;
const kindNames: Record<Kind, string> = {
  script: 'all script',
  stylesheet: 'style sheets',
  document: 'HTML',
  font: 'font',
};

const paints = 7;

interface Fetched {
  readonly url: string;
  readonly kind: string;
  /** Transferred bytes of the body: by Chromium's count and by a plain HTTP request. */
  readonly inBrowser: number;
  readonly overHttp: number;
}

export async function measureBrowser(): Promise<Part[]> {
  // Find the browser first: without one, this throws before anything is started.
  const browser = await chromium.launch(launchOptions());
  const folder = await makeDataFolder();
  try {
    const service = await startService(folder.path);
    try {
      const fetched = await visit(browser, `${service.url}/login`);
      const loads: Load[] = [];
      for (let paint = 0; paint <= paints; paint += 1)
        loads.push(await timeLoad(browser, `${service.url}/login`));
      // The first visit also warms up the browser and the service.
      return [sizesPart(fetched, service.url), paintPart(loads.slice(1))];
    } finally {
      await service.stop();
    }
  } finally {
    await browser.close();
    await folder.remove();
  }
}

/** Opens the page with an empty cache until the network is idle, and fetches each file again by plain HTTP. */
async function visit(browser: Browser, url: string): Promise<Fetched[]> {
  const page = await browser.newPage();
  const requests: Request[] = [];
  page.on('requestfinished', (request) => requests.push(request));
  await page.goto(url, { waitUntil: 'networkidle' });
  const fetched: Fetched[] = [];
  for (const request of requests) {
    const { responseBodySize } = await request.sizes();
    // A data: URL is part of the file that contains it.
    if (request.url().startsWith('data:')) continue;
    fetched.push({
      url: request.url(),
      kind: request.resourceType(),
      inBrowser: responseBodySize,
      overHttp: request.method() === 'GET' ? await bytesOf(request.url()) : responseBodySize,
    });
  }
  await page.close();
  return fetched;
}

/** The transferred bytes of a body with brotli. */
function bytesOf(url: string): Promise<number> {
  return new Promise((done, fail) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      let bytes = 0;
      response.on('data', (part: Buffer) => (bytes += part.length));
      response.once('error', fail);
      response.once('end', () => done(bytes));
    }).once('error', fail);
  });
}

function sizesPart(fetched: readonly Fetched[], serviceUrl: string): Part {
  const kB = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;
  const sum = (files: readonly Fetched[], side: 'inBrowser' | 'overHttp'): number =>
    files.reduce((bytes, file) => bytes + file[side], 0);
  const ofKind = (kind: string): Fetched[] => fetched.filter((file) => file.kind === kind);

  const figures: Figure[] = Object.entries(budgets).map(([kind, budget]) => {
    const files = ofKind(kind);
    const bytes = Math.max(sum(files, 'overHttp'), sum(files, 'inBrowser'));
    const count = files.length === 1 ? '1 file' : `${files.length} files`;
    return {
      name: `${kindNames[kind as Kind]} (${count})`,
      value: kB(bytes),
      target: `≤ ${budget} kB${kind === 'font' ? ', 1 file at most' : ''}`,
      met: bytes <= budget * 1000 && (kind !== 'font' || files.length <= 1),
    };
  });
  const others = fetched.filter(({ kind }) => !(kind in budgets));
  const foreign = fetched.filter(({ url }) => new URL(url).origin !== serviceUrl);
  return {
    title: 'Login route, cold, in brotli kB (1000 bytes)',
    figures: [
      ...figures,
      {
        name: `everything else (${others.map(nameOf).join(', ') || 'nothing'})`,
        value: kB(sum(others, 'overHttp')),
      },
      { name: 'all together, by plain HTTP', value: kB(sum(fetched, 'overHttp')) },
      { name: 'all together, by Chromium’s network log', value: kB(sum(fetched, 'inBrowser')) },
      { name: 'requests to the own origin', value: String(fetched.length - foreign.length) },
      {
        name: 'requests to other origins',
        value: String(foreign.length),
        target: '0',
        met: foreign.length === 0,
      },
      ...ofKind('script').map((file) => ({ name: `script ${nameOf(file)}`, value: kB(file.overHttp) })),
    ],
    note: 'Everything that Chromium asks for with an empty cache until its network is quiet, each fetched once more with `accept-encoding: br`; where the two differ the larger counts.',
  };
}

/** The file's name without its hash, so that figures can be compared over time. */
const nameOf = ({ url }: Fetched): string =>
  new URL(url).pathname.replace(/^.*\//, '').replace(/-[\w-]{8}(?=\.\w+$)/, '');

interface Load {
  readonly firstPaint: number;
  readonly hydrated: number;
}

/** Times one visit with an empty cache, in milliseconds from its start. */
async function timeLoad(browser: Browser, url: string): Promise<Load> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url);
  const hydrated = await whenHydrated(page);
  const firstPaint = await whenPainted(page);
  await context.close();
  return { firstPaint, hydrated };
}

/** Waits for the browser's report of the first paint, which can come after hydration. */
function whenPainted(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((done) => {
        const observer = new PerformanceObserver((list) => {
          const [paint] = list.getEntriesByName('first-contentful-paint');
          if (paint) done(paint.startTime);
        });
        observer.observe({ type: 'paint', buffered: true });
      }),
  );
}

/** React marks hydrated elements. Checked once per frame, so accurate to about 16 ms. */
function whenHydrated(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((done) => {
        const check = (): void => {
          const form = document.querySelector('form');
          if (form && Object.keys(form).some((key) => key.startsWith('__reactProps')))
            done(performance.now());
          else requestAnimationFrame(check);
        };
        check();
      }),
  );
}

function paintPart(loads: readonly Load[]): Part {
  const middle = (pick: (load: Load) => number): string => `${median(loads.map(pick)).toFixed(0)} ms`;
  return {
    title: 'Login page in Chromium, empty cache, on loopback',
    figures: [
      {
        name: `first contentful paint (median of ${loads.length})`,
        value: middle((load) => load.firstPaint),
      },
      { name: `hydrated (median of ${loads.length})`, value: middle((load) => load.hydrated) },
    ],
  };
}
