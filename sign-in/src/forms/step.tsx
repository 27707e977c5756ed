import { useState, type ReactNode } from 'react';
import styles from './step.module.css';

/**
 * One step of a screen. When `name` changes, the new step rises and fades in once; the first one does not, so the
 * page's first paint waits for nothing. Each step is mounted again.
 */
export function Step({ name, children }: { name: string; children: ReactNode }) {
  const [seen, setSeen] = useState({ name, moved: false });
  if (seen.name !== name) setSeen({ name, moved: true });
  return (
    <div key={name} className={styles.step} data-moved={seen.moved || undefined}>
      {children}
    </div>
  );
}
