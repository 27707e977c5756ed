import { loadChunk } from '@app/session/pages/load-chunk.ts';
import { lazy, Suspense, useEffect, type ComponentType, type ReactNode } from 'react';

type Load<Props> = () => Promise<ComponentType<Props>>;

/**
 * A component whose code a screen does not need at first, such as a dialog: it is loaded when it is shown.
 *
 * @param fallback what is shown until then
 */
export function later<Props extends object>(load: Load<Props>, fallback: ReactNode = null) {
  const Loaded = lazy(() => loadChunk(load).then((component) => ({ default: component })));
  return function Later(props: Props) {
    return (
      <Suspense fallback={fallback}>
        <Loaded {...props} />
      </Suspense>
    );
  };
}

/** Loads such code once the screen is rendered, so that nobody waits for it. Pass the same function in each render. */
export function usePreload(load: () => Promise<unknown>): void {
  useEffect(() => {
    // A failure is ignored: showing the component loads it again.
    load().catch(() => undefined);
  }, [load]);
}
