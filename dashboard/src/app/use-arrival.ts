import { useCallback, useEffect, useRef } from 'react';

/**
 * Tells a new screen whether a link has opened it: then it gets the focus, and the page begins at its top. The first
 * screen of a page load is opened by the browser, and the browser itself scrolls when somebody goes back.
 */
export function useArrival(): () => boolean {
  const last = useRef<string>(undefined);
  const wentBack = useRef(false);
  useEffect(() => {
    const onPopState = (): void => {
      wentBack.current = true;
    };
    addEventListener('popstate', onPopState);
    return () => removeEventListener('popstate', onPopState);
  }, []);
  return useCallback(() => {
    const before = last.current;
    last.current = location.pathname;
    const arrived = before !== undefined && before !== location.pathname;
    if (arrived && !wentBack.current) scrollTo(0, 0);
    wentBack.current = false;
    return arrived;
  }, []);
}
