/** Makes `t()` accept the keys of the English catalogues and nothing else. */
import 'i18next';

import type { Catalogue, LaterCatalogue } from './text-key.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Catalogue; later: LaterCatalogue };
    fallbackNS: 'later';
  }
}
