/** Loading a part of the app that the first load does without. */

const key = 'reloaded_for_chunk';
/** A second failure this soon after a reload is not a passing one. Milliseconds. */
const soon = 15_000;

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
 * Loads a chunk that is needed now. A browser keeps a failed import for as long as the page lives, and a chunk of an
 * older build may be gone, so trying again does not help: the page is loaded again, once, as soon as there is a
 * connection. A session and an awaited code survive that.
 */
export async function loadChunk<Module>(
  load: () => Promise<Module>,
  { online, whenOnline, reload, now }: ChunkPage = page,
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (now() - Number(sessionStorage.getItem(key)) < soon) throw error;
    if (!online()) await whenOnline();
    sessionStorage.setItem(key, String(now()));
    reload();
    // The page is on its way out; until then it stays as it is.
    return new Promise(() => {});
  }
}
