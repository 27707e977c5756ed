/** What runs in each measured page, before anything else: it records what the browser reports, and when React is live. */

/** Times are milliseconds from the start of the navigation; NaN: it did not happen. */
export interface PageRecord {
  /** The page is painted, has its fonts, and is live if it ever will be. */
  ready: boolean;
  firstPaint: number;
  /** The email field has React's props. */
  live: number;
  longTasks: { start: number; duration: number }[];
  /** The sum of the scores, without what follows a key. */
  layoutShift: number;
  /** What was shifted: the elements and the beginnings of their texts. */
  shifted: string[];
  /** Each key or letter: from the press until the frame after it. */
  keys: { name: string; start: number; duration: number }[];
  /** Each letter that reached the email field. */
  letters: { letter: string; time: number }[];
}

/** The browser's report, which TypeScript does not know. */
interface LayoutShift {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Node | null }[];
}

/** Where the page keeps its record. */
export type RecordedPage = typeof globalThis & { pageRecord: PageRecord };

/** What a visit waits for, and whether it types. */
export interface Watched {
  readonly live: boolean;
  readonly typing?: boolean | undefined;
}

/** Is serialised into the page, so it uses nothing from outside itself. */
export function watchPage(watched: Watched): void {
  const record: PageRecord = {
    ready: false,
    firstPaint: Number.NaN,
    live: Number.NaN,
    longTasks: [],
    layoutShift: 0,
    shifted: [],
    keys: [],
    letters: [],
  };
  (globalThis as RecordedPage).pageRecord = record;
  // The first paint, and being live.
  let awaited = watched.live ? 2 : 1;
  const happened = (): void => {
    awaited -= 1;
    if (awaited === 0) void document.fonts.ready.then(() => (record.ready = true));
  };

  const observe = (
    options: PerformanceObserverInit & { durationThreshold?: number },
    note: (entry: PerformanceEntry) => void,
  ): void =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
      buffered: true,
      ...options,
    });
  observe({ type: 'paint' }, ({ name, startTime }) => {
    if (name !== 'first-contentful-paint') return;
    record.firstPaint = startTime;
    happened();
  });
  observe({ type: 'longtask' }, ({ startTime, duration }) =>
    record.longTasks.push({ start: startTime, duration }),
  );
  observe({ type: 'layout-shift' }, (entry) => {
    const { value, hadRecentInput, sources } = entry as unknown as LayoutShift;
    if (hadRecentInput) return;
    record.layoutShift += value;
    for (const { node } of sources)
      record.shifted.push(`${node?.nodeName.toLowerCase()} “${node?.textContent?.slice(0, 20)}”`);
  });
  observe({ type: 'event', durationThreshold: 16 }, ({ name, startTime, duration }) => {
    if (['keydown', 'keypress', 'keyup', 'beforeinput', 'input'].includes(name))
      record.keys.push({ name, start: startTime, duration });
  });
  addEventListener(
    'input',
    ({ data, timeStamp }: Event & { data?: string | null }) =>
      record.letters.push({ letter: data ?? '', time: timeStamp }),
    true,
  );

  // A short timer, not a frame: a page with animations that are slow to draw has few frames. The focus is set only for
  // a visit that types, because it makes the browser lay out the page so far.
  let hadFocus = !watched.typing;
  const look = (): void => {
    const email = document.querySelector<HTMLInputElement>('input[type=email]');
    if (email && !hadFocus) {
      hadFocus = true;
      email.focus();
    }
    if (email && Object.keys(email).some((key) => key.startsWith('__reactProps$'))) {
      record.live = performance.now();
      happened();
    } else setTimeout(look, 4);
  };
  look();
}
