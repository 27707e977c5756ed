/** The texts of the sign-in app, and the hook that gives them to its components. */
import { createTextsContext } from '@app/texts/texts-context.ts';
import type { Texts as SharedTexts } from '@app/texts/texts.ts';
import type { Translate as SharedTranslate } from '@app/texts/translate.ts';

import type { CatalogueName, TextKey } from './text-key.ts';

export type Texts = SharedTexts<TextKey, CatalogueName>;
export type Translate = SharedTranslate<TextKey>;

export const { TextsContext, useTexts } = createTextsContext<TextKey, CatalogueName>();
