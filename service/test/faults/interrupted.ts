/** What must be undone when the run is interrupted: servers, processes and mounts that nothing else would end. */

type Undo = () => unknown;
const open = new Set<Undo>();

/** Returns a function that says that nothing is left to undo. */
export function undoIfInterrupted(undo: Undo): () => void {
  open.add(undo);
  return () => void open.delete(undo);
}

/** Undoes what is left, the last first. A failure does not keep the others from being undone. */
export async function undoAll(): Promise<void> {
  for (const undo of [...open].toReversed()) {
    try {
      await undo();
    } catch (error) {
      process.stderr.write(`${String(error)}\n`);
    }
  }
}
