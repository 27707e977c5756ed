/** The entry of toasts: the store of what is shown, the region that shows it, and the hook that reaches the store. */
import { createContext, use } from 'react';

import type { ToastStore } from './toast-store.ts';

export { ToastRegion, type ToastRegionProps } from './toast-region.tsx';
export { createToastStore, type Toast, type ToastItem, type ToastStore } from './toast-store.ts';

const ToastContext = createContext<ToastStore | undefined>(undefined);

/** Gives a store to everything below: `<ToastProvider value={store}>`. */
export const ToastProvider = ToastContext.Provider;

/** `showToast` and `removeToast` of the nearest provider's store. Throws without one: that is a mistake in the app. */
export function useToast(): Pick<ToastStore, 'showToast' | 'removeToast'> {
  const store = use(ToastContext);
  if (!store) throw new Error('useToast needs a ToastProvider above it.');
  return store;
}
