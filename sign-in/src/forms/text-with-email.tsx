import type { ReactNode } from 'react';

import styles from './text-with-email.module.css';

/** Marks the position of the address in the sentence. No address can contain it. */
export const emailPlaceholder = '\u0000';

/**
 * A sentence with an address in bold, which goes to the next line as a whole, with the full stop behind it; only one that
 * is longer than a line is broken.
 *
 * @param words the text of a key with `{ email: emailPlaceholder }`
 */
export function TextWithEmail({ words, email }: { words: string; email: string }): ReactNode {
  const [before, after = ''] = words.split(emailPlaceholder);
  const [stop = ''] = /^\S*/.exec(after) ?? [];
  return (
    <>
      {before}
      <span className={styles.whole}>
        <strong>{email}</strong>
        {stop}
      </span>
      {after.slice(stop.length)}
    </>
  );
}
