/** Shows a notice on any screen as a toast (spec §3). */
import { createContext, use } from 'react';

import type { TextKey } from '#i18n/use-texts.ts';

/** A notice, shown once. A new object shows it again. */
export interface Notice {
  readonly words: TextKey;
  /** A second line of the same toast. */
  readonly also?: TextKey;
  /** The code by which the reason of an error is found. */
  readonly supportCode?: string | undefined;
  readonly variant: 'info' | 'success' | 'critical';
}

const Notices = createContext<(notice: Notice) => void>(() => {});
export const NoticesProvider = Notices;

/** Shows a notice; the toasts are loaded with the first one. */
export const useNotice = (): ((notice: Notice) => void) => use(Notices);
