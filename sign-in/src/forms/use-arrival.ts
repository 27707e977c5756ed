import { useLayoutEffect, type RefObject } from 'react';

/**
 * Puts the focus where a screen begins, so that a keyboard goes on from there and a screen reader says where the person
 * has come to. Not when something has it already: somebody typed before the script came, or a message took it.
 */
export function useArrival(place: RefObject<HTMLElement | null>): void {
  // With the screen, not after it: what has just left took the focus along.
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (!activeElement || activeElement === document.body) place.current?.focus();
  }, [place]);
}
