import { useEffect, useState } from 'react';

/**
 * A text inside a live region. It is added shortly after the region, because a text that exists from the start is often
 * not announced, and removed after the announcement, so that a screen reader does not find it twice.
 */
export function Announcement({ text }: { text: string }) {
  const [speaking, setSpeaking] = useState(false);
  useEffect(() => {
    const start = setTimeout(() => setSpeaking(true), 100);
    const end = setTimeout(() => setSpeaking(false), 1500);
    return () => {
      clearTimeout(start);
      clearTimeout(end);
    };
  }, []);
  return speaking ? <span>{text} </span> : null;
}
