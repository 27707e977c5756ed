import { createToastStore, ToastRegion } from '@app/ui/toast';
import { useEffect, useRef, useState } from 'react';

import type { Notice } from '#forms/notices.ts';
import type { Translate } from '#i18n/use-texts.ts';
import { useTexts } from '#i18n/use-texts.ts';

import styles from './notices.module.css';

/**
 * The toasts of the app (spec §3), above the screen (requirements §4 "Toasts"). None disappears automatically, because
 * the form below would move while a person types: they disappear when dismissed, or when the next form is sent. They
 * are rarely needed, so they are a separate chunk.
 */
export function Notices({ notices }: { notices: readonly Notice[] }) {
  const { t, language } = useTexts();
  const shownIn = useRef(language);
  const [store] = useState(() => createToastStore());
  const [said] = useState(() => new Set<Notice>());
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useEffect(() => {
    for (const notice of notices) {
      if (said.has(notice)) continue;
      said.add(notice);
      const { words, variant } = notice;
      // A repeated notice updates its toast.
      store.showToast({ id: words, variant, ...textsOf(notice, t), dismissIn: 0 });
    }
    // A failed change of the language is noticed at the end of a phone's page.
    place?.scrollIntoView({ block: 'nearest' });
  }, [notices, said, store, t, place]);
  useEffect(() => {
    const removeAll = (): void => store.getSnapshot().forEach(({ id }) => store.removeToast(id));
    document.addEventListener('submit', removeAll, true);
    return () => document.removeEventListener('submit', removeAll, true);
  }, [store]);
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
    <div ref={setPlace}>
      {place ? (
        <ToastRegion
          store={store}
          label={t('notices.region')}
          closeLabel={t('notices.dismiss')}
          className={styles.notices}
          container={place}
        />
      ) : null}
    </div>
  );
}

const textsOf = ({ words, also, supportCode: code }: Notice, t: Translate) => ({
  message: t(words),
  detail: [also && t(also), code && t('supportCode.label', { code })].filter(Boolean).join(' ') || undefined,
  copy: code ? { text: code, label: t('supportCode.copy'), copiedLabel: t('supportCode.copied') } : undefined,
});
