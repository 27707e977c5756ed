import { useEffect, useState } from 'react';
import { Spinner } from '#feedback/spinner/spinner.tsx';
import { CheckIcon } from '#icons/check-icon.tsx';
import { VisuallyHidden } from '#layout/visually-hidden/visually-hidden.tsx';
import styles from './options.module.css';
import type { ListedOption } from './options.ts';

/** What is in one option of a list: its label or what the caller renders, a description, and a tick while chosen. */
export function OptionContent({ listed }: { listed: ListedOption<unknown> }) {
  return (
    <>
      <span className={styles.text}>
        <span className={styles.content}>{listed.content}</span>
        {listed.description ? <span className={styles.description}>{listed.description}</span> : null}
      </span>
      <span className={styles.check}>
        <CheckIcon />
      </span>
    </>
  );
}

/**
 * A line under the list: that it loads, that it is empty, that a search failed. It is also said politely, by a region
 * that is empty when the list opens, because a text that arrives with its region is often not announced. The region is
 * in the popup, because Base UI hides the page outside of it from assistive technology.
 */
export function ListNote({ busy, children }: { busy: boolean; children: string }) {
  const [said, setSaid] = useState('');
  useEffect(() => setSaid(children), [children]);
  return (
    <>
      {children ? (
        <div className={styles.note} aria-hidden="true">
          {busy ? <Spinner /> : null}
          {children}
        </div>
      ) : null}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  );
}
