import { useId, type ReactNode } from 'react';

import content from '#page/content.module.css';

import styles from './me.module.css';

export interface SectionProps {
  heading: string;
  /** One or two sentences under the heading. */
  lead: ReactNode;
  children: ReactNode;
}

/** A part of the screen with its heading beside it, or above it on a phone. */
export function Section({ heading, lead, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <div className={content.about}>
        <h2 id={id}>{heading}</h2>
        <p>{lead}</p>
      </div>
      <div className={styles.content}>{children}</div>
    </section>
  );
}
