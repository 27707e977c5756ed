import { createTexts, type TextsSetup } from '@app/texts/texts.ts';

import type { Catalogue, CatalogueName, LaterCatalogue, TextKey } from './text-key.ts';
import type { Texts } from './use-texts.ts';

export interface AppTextsSetup extends Omit<TextsSetup<CatalogueName>, 'catalogues'> {
  /** The first texts of `language`. */
  readonly catalogue: Catalogue;
  /** The later texts of `language`, where the page has them. */
  readonly later?: LaterCatalogue | undefined;
}

/** The texts of the sign-in app, in two catalogues. */
export const createAppTexts = ({ catalogue, later, ...setup }: AppTextsSetup): Texts =>
  createTexts<TextKey, CatalogueName>({ ...setup, catalogues: { first: catalogue, later } });
