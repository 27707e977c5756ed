/** Parts of the app that the first load does without: a component, and the later texts that it speaks. */
import { use, type ComponentType } from 'react';

import type { Texts } from '#i18n/texts.ts';

import { loadChunk } from './load-chunk.ts';

export interface Later<Props> {
  /** Fetches the part and its words, without anybody waiting for them. Rejects when they cannot be had. */
  prepare(texts: Texts): Promise<void>;
  /** The part; suspends until it is there. Throws a `RouteError` when it could not be had. */
  use(texts: Texts): ComponentType<Props>;
}

/** A part of the app, or its words, could not be had: a route error (spec §2). */
export class RouteError extends Error {}

/** What is waited for: the same promise until it settles, as React wants it. */
const underWay = new Map<string, Promise<void>>();

/** Lets what failed be tried again. */
export const forgetFailures = (): void => underWay.clear();

/** @param name tells the part from the others */
export function later<Props = object>(name: string, load: () => Promise<ComponentType<Props>>): Later<Props> {
  let part: ComponentType<Props> | undefined;

  async function prepare(texts: Texts): Promise<void> {
    [part] = await Promise.all([part ?? load(), texts.loadLater()]);
  }

  return {
    prepare,
    use(texts) {
      const key = `${name} ${texts.language}`;
      // A render that has waited calls `use` again when it goes on, or React takes it for another one.
      const before = underWay.get(key);
      if (!before && part && texts.hasLater()) return part;
      const waiting =
        before ??
        loadChunk(() => prepare(texts)).catch((cause: unknown) => {
          throw new RouteError(name, { cause });
        });
      underWay.set(key, waiting);
      use(waiting);
      // There was nothing to wait for any more, so the part is there.
      return part as ComponentType<Props>;
    },
  };
}
