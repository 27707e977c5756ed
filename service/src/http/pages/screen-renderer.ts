/** The sign-in app itself, drawing a screen for one request: the build brings it as one module. */
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import type { PageData } from '@app/contract/pages/page-data.ts';
import type { Language } from '@app/contract/fields/vocabulary.ts';

import type { appConfig } from './app-config.ts';
import type { RenderedScreen } from './page-documents.ts';

export interface ScreenRequest {
  readonly path: string;
  /** The query with its question mark, as it came. */
  readonly search: string;
  readonly language: Language;
  readonly config: ReturnType<typeof appConfig>;
  readonly page: PageData;
}

/** Draws a screen. Whatever came from outside is escaped in the answer. */
export type RenderScreen = (request: ScreenRequest) => Promise<RenderedScreen>;

const drawnScreen = v.object({ html: v.string(), title: v.string() });

/** Loads the build's `server/render.js`, once for the life of the process. */
export async function loadScreenRenderer(file: string): Promise<RenderScreen> {
  const built: unknown = await import(/* @vite-ignore */ pathToFileURL(file).href);
  const render = isRecord(built) ? built['renderScreen'] : undefined;
  if (typeof render !== 'function') throw new Error(`${file} does not export renderScreen.`);
  return async (request) => v.parse(drawnScreen, await render(request));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
