/** Records what a renderer's main thread did during a visit, and adds up its processor time. */
import type { Browser, CDPSession } from '@playwright/test';

/** What we read of an event of Chromium's trace format. Times are microseconds. */
export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** The processor time of a task. */
  readonly tdur?: number;
  readonly args?: { readonly data?: { readonly documentLoaderURL?: string } };
}

/** Milliseconds of the main thread's processor; NaN: it did not happen. */
export interface ProcessorTime {
  readonly untilFirstPaint: number;
  readonly untilLive: number;
}

const categories = ['blink.user_timing', 'loading', 'toplevel', 'devtools.timeline'];

/** Starts recording; returns how to end it. */
export async function startTrace(browser: Browser): Promise<() => Promise<TraceEvent[]>> {
  const session: CDPSession = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: categories, excludedCategories: ['*'] },
  });
  return async () => {
    const complete = new Promise((done) => session.once('Tracing.tracingComplete', done));
    await session.send('Tracing.end');
    await complete;
    await session.detach();
    return events;
  };
}

/** Adds up the tasks of the thread that showed `url`, from the start of the navigation. */
export function processorTime(events: readonly TraceEvent[], url: string): ProcessorTime {
  const start = events.findLast(
    ({ name, args }) => name === 'navigationStart' && args?.data?.documentLoaderURL === url,
  );
  if (!start) throw new Error(`the trace has no navigation to ${url}`);
  const { pid, tid, ts } = start;
  const ofPage = events.filter((event) => event.pid === pid && event.ts >= ts);
  const timeOf = (name: string): number => ofPage.find((event) => event.name === name)?.ts ?? Number.NaN;
  const tasks = outermost(ofPage.filter((event) => event.tid === tid && event.ph === 'X'));
  const until = (end: number): number =>
    tasks.reduce((sum, task) => sum + shareBefore(task, end), Number.isNaN(end) ? end : 0) / 1000;
  return { untilFirstPaint: until(timeOf('firstContentfulPaint')), untilLive: until(timeOf('live')) };
}

/** Leaves out each event that lies within another one, so that nothing counts twice. */
function outermost(events: readonly TraceEvent[]): TraceEvent[] {
  let end = Number.NEGATIVE_INFINITY;
  return events
    .toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))
    .filter((event) => {
      const isOuter = event.ts >= end;
      if (isOuter) end = event.ts + (event.dur ?? 0);
      return isOuter;
    });
}

/** The processor time of a task before `end`: of a task that is cut, the share of its duration. */
function shareBefore({ ts, dur = 0, tdur = 0 }: TraceEvent, end: number): number {
  if (ts >= end) return 0;
  return ts + dur <= end || dur === 0 ? tdur : (tdur * (end - ts)) / dur;
}
