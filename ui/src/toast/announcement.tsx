import { useEffect, useState } from 'react';

/**
 * A text inside a live region: it arrives shortly after the region, because one that is there from the start is often
 * not announced, and leaves once it was said, so that nobody who reads on meets it twice.
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
