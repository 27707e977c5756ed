import {
  useEffect,
  useLayoutEffect,
  useRef,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import type { Toast } from './toast-store.ts';

/**
 * Manages the focus of the region: F6 moves it in and back, Escape inside calls `dismissNewest`. If a card with the focus
 * is removed, the region gets the focus; after the last card it returns to the element that had it before.
 */
export function useRegionFocus(
  region: RefObject<HTMLElement | null>,
  toasts: readonly Toast[],
  dismissNewest: () => void,
) {
  const cameFrom = useRef<Element | null>(null);
  const inside = useRef(false);

  function goBack() {
    inside.current = false;
    if (cameFrom.current instanceof HTMLElement && cameFrom.current.isConnected) cameFrom.current.focus();
    cameFrom.current = null;
  }

  useEffect(() => {
    function onKeyDown(event: globalThis.KeyboardEvent) {
      if (event.key !== 'F6' || event.ctrlKey || event.altKey || event.metaKey || toasts.length === 0) return;
      event.preventDefault();
      if (inside.current) {
        goBack();
      } else {
        cameFrom.current = document.activeElement;
        region.current?.focus();
      }
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [region, toasts]);

  useLayoutEffect(() => {
    // Removing a focused element moves the focus to the body without an event.
    if (!inside.current) return;
    if (toasts.length === 0) goBack();
    else if (!region.current?.contains(document.activeElement)) region.current?.focus();
  }, [region, toasts]);

  return {
    onFocus(event: FocusEvent) {
      if (!inside.current) cameFrom.current ??= event.relatedTarget;
      inside.current = true;
    },
    onBlur(event: FocusEvent) {
      // The window lost the focus, not the region: the browser restores it later.
      if (!event.relatedTarget && !document.hasFocus()) return;
      inside.current = false;
      cameFrom.current = null;
    },
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      dismissNewest();
    },
  };
}
