/** Counts what the login page transfers to a browser with an empty cache. */
import type { Browser, Request } from '@playwright/test';

import type { Figure, Part } from '#figures.ts';
import { answerOf } from './floors/serve-floors.ts';

/** Budgets in brotli kB (1000 bytes). */
const budgets = { script: 80, stylesheet: 8, document: 8, font: 50 } as const;
type Kind = keyof typeof budgets;
const kindNames: Record<Kind, string> = {
  script: 'all script',
  stylesheet: 'style sheets',
  document: 'HTML',
  font: 'font',
};

interface Fetched {
  readonly url: string;
  readonly kind: string;
  /** Transferred bytes of the body: by Chromium's count and by a plain HTTP request. */
  readonly inBrowser: number;
  readonly overHttp: number;
}

export const measureSizes = async (browser: Browser, serviceUrl: string): Promise<Part> =>
  sizesPart(await visit(browser, `${serviceUrl}/login`), serviceUrl);

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
      overHttp: request.method() === 'GET' ? (await answerOf(request.url())).body.length : responseBodySize,
    });
  }
  await page.close();
  return fetched;
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
