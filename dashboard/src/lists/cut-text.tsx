import { Tooltip } from '@app/ui/tooltip';
import { useEffect, useRef, useState } from 'react';

import styles from './lists.module.css';

/**
 * A person's words on one line. Direction marks inside them do not affect the text around them. Where there is no room
 * they are cut, and the whole text is in a tooltip that pointer and keyboard reach; a finger gets up to four lines.
 * Inside a link or a button, that takes the focus.
 */
export function CutText({ text }: { text: string }) {
  const line = useRef<HTMLSpanElement>(null);
  const [cut, setCut] = useState<'no' | 'alone' | 'insideControl'>('no');
  useEffect(() => {
    const element = line.current;
    if (!element) return undefined;
    function measure(): void {
      const words = element?.querySelector('bdi');
      const fits = !words || words.scrollWidth <= words.clientWidth;
      setCut(fits ? 'no' : element?.closest('a, button') ? 'insideControl' : 'alone');
    }
    // It measures first after the next layout: reading widths here would force one more for a page of rows.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [text]);
  const words = (
    <bdi className={styles.cut} {...(cut === 'alone' && { tabIndex: 0 })}>
      {text}
    </bdi>
  );
  return (
    <span ref={line} className={styles.line}>
      {cut === 'no' ? words : <Tooltip text={text}>{words}</Tooltip>}
    </span>
  );
}
