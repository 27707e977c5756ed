import type { ReactNode } from 'react';

/** Stands in the sentence where the address goes. No address can hold it. */
export const emailMark = '\u0000';

/** A sentence with an address in bold. @param words the text of a key with `{ email: emailMark }` */
export function WithEmail({ words, email }: { words: string; email: string }): ReactNode {
  const [before, after] = words.split(emailMark);
  return (
    <>
      {before}
      <strong>{email}</strong>
      {after}
    </>
  );
}
