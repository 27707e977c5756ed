import { createToastStore, ToastRegion } from '@app/ui/toast';
import { useEffect, useRef, useState } from 'react';

import type { Notice } from '#forms/notices.ts';
import type { Translate } from '#i18n/use-texts.ts';
import { useTexts } from '#i18n/use-texts.ts';

import styles from './notices.module.css';

/**
 * The toasts of the app (spec §3). `info` and `success` disappear after 5000 ms, `critical` ones stay until dismissed
 * (requirements §4 "Toasts"). They are rarely needed, so they are a separate chunk.
 */
export function Notices({ notices }: { notices: readonly Notice[] }) {
  const { t, language } = useTexts();
  const shownIn = useRef(language);
  const [store] = useState(() => createToastStore());
  const [said] = useState(() => new Set<Notice>());
  useEffect(() => {
    for (const notice of notices) {
      if (said.has(notice)) continue;
      said.add(notice);
      const { words, variant } = notice;
      // A repeated notice updates its toast.
      store.showToast({
        id: words,
        variant,
        ...textsOf(notice, t),
        ...(variant === 'critical' && { dismissIn: 0 }),
      });
    }
  }, [notices, said, store, t]);
  // Visible toasts change with the language.
  useEffect(() => {
    if (shownIn.current === language) return;
    shownIn.current = language;
    for (const toast of store.getSnapshot()) {
      const notice = [...said].findLast(({ words }) => words === toast.id);
      if (notice) store.showToast({ ...toast, ...textsOf(notice, t) });
    }
  }, [language, said, store, t]);
  return (
    <ToastRegion
      store={store}
      label={t('notices.region')}
      closeLabel={t('notices.dismiss')}
      className={styles.notices}
    />
  );
}

const textsOf = ({ words, also, supportCode: code }: Notice, t: Translate) => ({
  message: t(words),
  detail: [also && t(also), code && t('supportCode.label', { code })].filter(Boolean).join(' ') || undefined,
  copy: code ? { text: code, label: t('supportCode.copy'), copiedLabel: t('supportCode.copied') } : undefined,
});
