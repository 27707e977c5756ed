/** The entry of toasts: the store of what is shown, the region that shows it, and the hook that reaches the store. */
export { ToastRegion, type ToastRegionProps } from './toast-region.tsx';
export { createToastStore, type Toast, type ToastItem, type ToastStore } from './toast-store.ts';
export { ToastProvider, useToast } from './use-toast.ts';
