import { useAfterHydration } from '@app/ui/after-hydration';
import { useState } from 'react';

import { useTexts } from '#i18n/use-texts.ts';

import styles from './support-code.module.css';

/** Marks the position of the code in its text. No code can contain it. */
const codePlaceholder = '\u0000';

/**
 * The code of an error, which the person reads to an admin or to us: it finds the reason in the sign-in log. The button
 * that copies it appears once script runs, together with an error that script shows: the next Tab reaches it.
 */
export function SupportCode({ code }: { code: string }) {
  const { t } = useTexts();
  const [refused, setRefused] = useState(false);
  // Only a secure page has a clipboard.
  const canCopy = useAfterHydration() && 'clipboard' in navigator && !refused;
  const [copied, setCopied] = useState('');
  const [before, after] = t('supportCode.label', { code: codePlaceholder }).split(codePlaceholder);
  return (
    <div className={styles.line}>
      <span>
        {before}
        <span className={styles.code}>{code}</span>
        {after}
      </span>
      {canCopy ? (
        <button
          type="button"
          className={styles.copy}
          onClick={() =>
            void navigator.clipboard.writeText(code).then(
              () => setCopied(code),
              () => setRefused(true),
            )
          }
        >
          {t(copied === code ? 'supportCode.copied' : 'supportCode.copy')}
        </button>
      ) : null}
    </div>
  );
}
