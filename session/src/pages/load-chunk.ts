/** In session storage: when the page was last reloaded because of a chunk. */
const key = 'reloaded_for_chunk';
/** Milliseconds after such a reload in which another failure is final. */
const reloadedLately = 15_000;

export interface ChunkPage {
  readonly online: () => boolean;
  /** Resolves when the connection is back. */
  readonly whenOnline: () => Promise<unknown>;
  readonly reload: () => void;
  readonly now: () => number;
}

const page: ChunkPage = {
  online: () => navigator.onLine,
  whenOnline: () => new Promise((resolve) => addEventListener('online', resolve, { once: true })),
  reload: () => location.reload(),
  now: Date.now,
};

/**
 * Loads a chunk. A second import would not help: the browser caches a failed import until the page is reloaded, and the
 * chunk of an older build may be deleted. So the page is reloaded once, as soon as there is a connection. The session
 * and an awaited code survive that.
 */
export async function loadChunk<Module>(
  load: () => Promise<Module>,
  { online, whenOnline, reload, now }: ChunkPage = page,
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (now() - Number(sessionStorage.getItem(key)) < reloadedLately) throw error;
    if (!online()) await whenOnline();
    sessionStorage.setItem(key, String(now()));
    reload();
    // Never settles: the page stays as it is until it is reloaded.
    return new Promise(() => {});
  }
}
