import { useLayoutEffect, type RefObject } from 'react';

/**
 * Puts the focus where a screen begins, so that a keyboard goes on from there and a screen reader says where the person
 * has come to. Not when something has it already: a field that was typed in before the script came, or a message.
 */
export function useInitialFocus(place: RefObject<HTMLElement | null>): void {
  // With the screen, not after it: what has just left took the focus along.
  useLayoutEffect(() => giveInitialFocus(place.current), [place]);
}

/**
 * The same for a place that is known once the screen is there. Under a finger a field would open the keyboard over half
 * of the screen before anything of it was read: the screen begins at its heading there.
 */
export function giveInitialFocus(place: HTMLElement | null | undefined): void {
  const { activeElement } = document;
  if (activeElement && activeElement !== document.body) return;
  const covers = place instanceof HTMLInputElement && matchMedia('(pointer: coarse)').matches;
  (covers ? document.querySelector('h1') : place)?.focus();
}
