/** Loads the build of the sign-in app: its documents and its function that renders a screen. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { Settings } from '#settings/config.ts';

import { loadPageDocuments, type PageDocuments } from './page-documents.ts';
import { loadScreenRenderer, type RenderScreen } from './screen-renderer.ts';

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
