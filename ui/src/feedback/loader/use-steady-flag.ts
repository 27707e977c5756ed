import { useEffect, useRef, useState } from 'react';

/**
 * A flag without flicker: it becomes true only when `active` has held for `delay` ms, and then stays true for at
 * least `minimum` ms. False on the server and in the first render.
 */
export function useSteadyFlag(active: boolean, { delay = 200, minimum = 300 } = {}): boolean {
  const [steady, setSteady] = useState(false);
  const since = useRef(0);

  useEffect(() => {
    if (active === steady) return undefined;
    const wait = active ? delay : since.current + minimum - performance.now();
    const timer = setTimeout(() => {
      since.current = performance.now();
      setSteady(active);
    }, wait);
    return () => clearTimeout(timer);
  }, [active, steady, delay, minimum]);

  return steady;
}
