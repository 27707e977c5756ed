/** Makes `t()` accept the keys of `en.json` and nothing else. */
import 'i18next';

import type { Catalogue } from './text-key.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Catalogue };
  }
}
