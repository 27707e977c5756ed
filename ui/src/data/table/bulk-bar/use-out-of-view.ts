import { useEffect, useState, type RefObject } from 'react';

/** Whether an element is out of view, below or above what is seen of the page. */
export function useOutOfView(target: RefObject<Element | null>): boolean {
  const [outOfView, setOutOfView] = useState(false);
  useEffect(() => {
    if (!target.current) return undefined;
    const observer = new IntersectionObserver(([entry]) => setOutOfView(!entry?.isIntersecting));
    observer.observe(target.current);
    return () => observer.disconnect();
  }, [target]);
  return outOfView;
}
