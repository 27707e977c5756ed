/** In session storage: when the page was last reloaded because of a chunk. */
const key = 'reloaded_for_chunk';
/** Milliseconds after such a reload in which another failure is final. */
const reloadedLately = 15_000;

/** A page that is left fails what it loads. If it is still there after so many milliseconds, it stays. */
const leavingTime = 30_000;

export interface ChunkPage {
  /** Notices that the page is being left from now on. */
  readonly watchLeaving: () => { readonly leaving: () => boolean; readonly stop: () => void };
  readonly wait: (ms: number) => Promise<unknown>;
  readonly online: () => boolean;
  /** Resolves when the connection is back. */
  readonly whenOnline: () => Promise<unknown>;
  readonly reload: () => void;
  readonly now: () => number;
}

const page: ChunkPage = {
  watchLeaving() {
    let left = false;
    const leave = (): void => void (left = true);
    addEventListener('beforeunload', leave);
    return { leaving: () => left, stop: () => removeEventListener('beforeunload', leave) };
  },
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  online: () => navigator.onLine,
  whenOnline: () => new Promise((resolve) => addEventListener('online', resolve, { once: true })),
  reload: () => location.reload(),
  now: Date.now,
};

/**
 * Loads a chunk. A second import would not help: the browser caches a failed import until the page is reloaded, and the
 * chunk of an older build may be deleted. So the page is reloaded once, as soon as there is a connection. The session
 * and an awaited code survive that. A page that the person is leaving is not reloaded: that would keep them on it.
 */
export async function loadChunk<Module>(
  load: () => Promise<Module>,
  { watchLeaving, wait, online, whenOnline, reload, now }: ChunkPage = page,
): Promise<Module> {
  const { leaving, stop } = watchLeaving();
  try {
    return await load();
  } catch (error) {
    if (leaving()) await wait(leavingTime);
    if (now() - Number(sessionStorage.getItem(key)) < reloadedLately) throw error;
    if (!online()) await whenOnline();
    sessionStorage.setItem(key, String(now()));
    reload();
    // Never settles: the page stays as it is until it is reloaded.
    return new Promise(() => {});
  } finally {
    stop();
  }
}

/** Runs a function once the page has nothing to do. Safari has no idle callback; a moment later is good enough there. Returns how to cancel it. */
export function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(run);
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(run, 500);
  return () => clearTimeout(timer);
}
