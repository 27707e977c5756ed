/** The texts of the dashboard for its components, which render again when the language changes. */
import type { Language } from '@app/contract/fields/vocabulary.ts';
import { createTextsContext } from '@app/texts/texts-context.ts';
import type { Translate } from '@app/texts/translate.ts';
import { createContext, use } from 'react';

import type { Texts } from './dashboard-texts.ts';
import type { Formats } from './formats.ts';
import type { TextArea, TextKey } from './text-key.ts';

const shared = createTextsContext<TextKey, TextArea>();

/** Holds what `createDashboardTexts` returned. */
export const { TextsContext } = shared;

export interface ShownTexts<Area extends TextArea> {
  /** The text of a key of the area or the frame, in the language of this render. */
  readonly t: Translate<TextKey<Area | 'frame'>>;
  /** Numbers, dates and times in that language. */
  readonly formats: Formats;
  /** For changing the language. */
  readonly texts: Texts;
  readonly language: Language;
}

/** Holds the formats of the language that is shown: made once, because a format is slow to make. */
export const FormatsContext = createContext<Formats | undefined>(undefined);

/** @param _area the folder of `locales/` with the texts of the screen: loaded with it (`app/areas.ts`) */
export function useTexts<Area extends TextArea = 'frame'>(_area?: Area): ShownTexts<Area> {
  const { t, texts, language } = shared.useTexts();
  const formats = use(FormatsContext);
  if (!formats) throw new Error('useTexts outside of FormatsContext');
  // The keys of an area are keys of all areas, which the compiler cannot see while the area is open.
  return { t: t as ShownTexts<Area>['t'], texts, language, formats };
}
