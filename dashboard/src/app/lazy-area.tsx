/** Loads the screen of an area together with its texts, when it is opened or about to be. */
import { loadChunk } from '@app/session/pages/load-chunk.ts';
import { use, type ComponentType } from 'react';

import type { Texts } from '#i18n/dashboard-texts.ts';
import { useTexts } from '#i18n/use-texts.ts';

import type { Area } from './areas.ts';

/** An area that could not be loaded: no crash, it can be tried again. */
export class AreaError extends Error {}

export interface AreaLoader {
  /** Loads an area before it is opened. Never rejects. */
  preload(area: Area): void;
  /** The screen of an area; the promise is the same one until it settles. */
  load(area: Area): Promise<ComponentType>;
}

export function createAreaLoader(texts: Texts): AreaLoader {
  const loading = new Map<string, Promise<ComponentType>>();

  async function both(area: Area): Promise<ComponentType> {
    const names = [area.name, ...(area.texts ?? [])];
    const [screen] = await Promise.all([area.load(), ...names.map((name) => texts.load(name))]);
    return screen;
  }

  function load(area: Area): Promise<ComponentType> {
    const promise =
      loading.get(area.name) ??
      loadChunk(() => both(area)).catch((error: unknown) => {
        // Asked again, it is loaded again.
        loading.delete(area.name);
        throw new AreaError(`the area ${area.name} could not be loaded`, { cause: error });
      });
    loading.set(area.name, promise);
    return promise;
  }

  // A failure in the background is ignored: opening the area tries again.
  return { load, preload: (area) => void both(area).catch(() => undefined) };
}

/** The screen of an area; suspends until it is loaded. */
export function AreaScreen({ area, loader }: { area: Area; loader: AreaLoader }) {
  useTexts();
  const Screen = use(loader.load(area));
  // oxlint-disable-next-line react/static-components -- the same component in every render: it is looked up, not created
  return <Screen />;
}
