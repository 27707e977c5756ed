/** Saying something about the page itself, wherever the person is: a toast (spec §3). */
import { createContext, use } from 'react';

import type { TextKey } from '#i18n/text-key.ts';

/** A thing to say once. A new object says it again. */
export interface Notice {
  readonly words: TextKey;
  /** What else came of it: a second line of the same toast. */
  readonly also?: TextKey;
  /** `info` and `success` leave by themselves after 5000 ms, `critical` stays (requirements §4 "Toasts"). */
  readonly variant: 'info' | 'success' | 'critical';
}

const Notices = createContext<(notice: Notice) => void>(() => {});
export const NoticesProvider = Notices;

/** Says a notice; the toasts are loaded with the first one. */
export const useNotice = (): ((notice: Notice) => void) => use(Notices);
