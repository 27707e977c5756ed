import { useState } from 'react';
import styles from './toast.module.css';

/** What a toast lets the person copy. */
export type CopyText = { text: string; label: string; copiedLabel: string };

/** Copies a text of a toast, and says that it is copied. Only a secure page has a clipboard. */
export function CopyButton({ text, label, copiedLabel }: CopyText) {
  const [copied, setCopied] = useState<string>();
  if (!('clipboard' in navigator)) return null;
  return (
    <button
      type="button"
      className={styles.copy}
      onClick={() => {
        void navigator.clipboard.writeText(text).then(
          () => setCopied(text),
          () => setCopied(undefined),
        );
      }}
    >
      <span role="status">{copied === text ? copiedLabel : label}</span>
    </button>
  );
}
