/** Loads the build of the sign-in app: its documents, and as one module its function that renders a screen. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import type { PageData } from '@app/contract/pages/page-data.ts';
import type { Language } from '@app/contract/fields/vocabulary.ts';

import type { Settings } from '#settings/config.ts';

import { loadPageDocuments, type PageDocuments, type RenderedScreen } from './page-documents.ts';
import type { appConfig } from './app-config.ts';

interface ScreenRequest {
  readonly path: string;
  /** The query with its question mark, as it came. */
  readonly search: string;
  readonly language: Language;
  readonly config: ReturnType<typeof appConfig>;
  readonly page: PageData;
}

/** Draws a screen. Whatever came from outside is escaped in the answer. */
type RenderScreen = (request: ScreenRequest) => Promise<RenderedScreen>;

const drawnScreen = v.object({ html: v.string(), title: v.string() });

/** Loads the build's `server/render.js`, once for the life of the process. */
async function loadScreenRenderer(file: string): Promise<RenderScreen> {
  const built: unknown = await import(/* @vite-ignore */ pathToFileURL(file).href);
  const render = isRecord(built) ? built['renderScreen'] : undefined;
  if (typeof render !== 'function') throw new Error(`${file} does not export renderScreen.`);
  return async (request) => v.parse(drawnScreen, await render(request));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

export interface BuiltApp {
  readonly documents: PageDocuments;
  readonly render: Promise<RenderScreen>;
}

/** Reads the build in `dir`; undefined if there is none, or one of another version. */
export function loadBuiltApp(dir: string, settings: Settings): BuiltApp | undefined {
  const renderer = join(dir, 'server/render.js');
  const documents = existsSync(renderer) ? loadPageDocuments(join(dir, 'pages'), settings) : undefined;
  if (documents === undefined) return undefined;
  const render = loadScreenRenderer(renderer);
  // Callers that await it get the failure; until then it is not an unhandled rejection.
  render.catch(() => {});
  return { documents, render };
}
