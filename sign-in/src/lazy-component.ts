/** Makes a component that is loaded on demand together with its texts. */
import { use, type ComponentType } from 'react';

import type { Texts } from '#i18n/use-texts.ts';

import { loadChunk } from '@app/session/pages/load-chunk.ts';

export interface LazyComponent<Props> {
  /** Loads the component and its texts. Rejects when they cannot be loaded. */
  preload(texts: Texts): Promise<void>;
  /** The component; suspends until it is loaded. Throws a `RouteError` when it cannot be loaded. */
  use(texts: Texts): ComponentType<Props>;
}

/** A component or its texts could not be loaded: a route error (spec §2). */
export class RouteError extends Error {}

/** One promise for each component and language: React wants the same one until it settles. */
const loading = new Map<string, Promise<void>>();

/** Makes failed components load again. */
export const forgetFailures = (): void => loading.clear();

/** @param name unique among the components */
export function lazyComponent<Props = object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  let component: ComponentType<Props> | undefined;

  async function preload(texts: Texts): Promise<void> {
    [component] = await Promise.all([component ?? load(), texts.load('later')]);
  }

  return {
    preload,
    use(texts) {
      const key = `${name} ${texts.language}`;
      // A suspended render must call `use` again, or React treats it as another render.
      const before = loading.get(key);
      if (!before && component && texts.isLoaded('later')) return component;
      const promise =
        before ??
        loadChunk(() => preload(texts)).catch((cause: unknown) => {
          throw new RouteError(name, { cause });
        });
      loading.set(key, promise);
      use(promise);
      // `use` returns once the promise is fulfilled, so the component is loaded.
      return component as ComponentType<Props>;
    },
  };
}
