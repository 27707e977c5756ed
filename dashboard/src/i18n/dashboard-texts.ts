import { createTexts, type Texts as SharedTexts, type TextsSetup } from '@app/texts/texts.ts';
import type { LoadCatalogue } from '@app/texts/load-catalogue.ts';
import type { TextTree } from '@app/texts/translate.ts';

import type { TextArea, TextKey } from './text-key.ts';

export type Texts = SharedTexts<TextKey, TextArea>;

export interface DashboardTextsSetup extends Omit<TextsSetup<TextArea>, 'catalogues' | 'load'> {
  /** The frame's texts of `language`. */
  readonly frame: TextTree;
  readonly load: LoadCatalogue<TextArea>;
}

/** The texts of the dashboard. The keys of an area begin with its name, so no two areas have the same key. */
export function createDashboardTexts({ frame, load, ...setup }: DashboardTextsSetup): Texts {
  return createTexts<TextKey, TextArea>({
    ...setup,
    catalogues: { frame: { frame } },
    async load(language, area) {
      const tree = await load(language, area);
      return tree && { [area]: tree };
    },
  });
}
