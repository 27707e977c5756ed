import { useLayoutEffect, type RefObject } from 'react';

/**
 * Moves the focus to the start of a screen, so that the keyboard continues there and a screen reader announces it. Not if
 * another element has the focus: a field typed in before hydration, or a message.
 */
export function useInitialFocus(place: RefObject<HTMLElement | null>): void {
  // A layout effect, because the focus was lost with the screen that was removed.
  useLayoutEffect(() => giveInitialFocus(place.current), [place]);
}

/**
 * Moves the focus to a field that is known after the first render. On a touch screen the heading gets the focus, because
 * a focused field would open the keyboard over half of the screen.
 */
export function giveInitialFocus(place: HTMLElement | null | undefined): void {
  const { activeElement } = document;
  if (activeElement && activeElement !== document.body) return;
  const covers = place instanceof HTMLInputElement && matchMedia('(pointer: coarse)').matches;
  (covers ? document.querySelector('h1') : place)?.focus();
}
