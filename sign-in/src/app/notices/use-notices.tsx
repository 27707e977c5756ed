import { Banner } from '@app/ui/banner';
import { useCallback, useState, type ComponentType, type ReactNode } from 'react';

import type { Notice } from '#forms/notices.ts';
import type { Texts } from '#i18n/use-texts.ts';
import { useTexts } from '#i18n/use-texts.ts';

type Toasts = ComponentType<{ notices: readonly Notice[] }>;

/**
 * The notices of the page: a function that shows one, and the element that renders them. The toasts are loaded with the
 * first notice. If they cannot be loaded, its words are rendered in the page, so that no message is lost.
 */
export function useNotices(): [say: (notice: Notice) => void, shown: ReactNode] {
  const { t, texts } = useTexts();
  const [notices, setNotices] = useState<readonly Notice[]>([]);
  const [Toasts, setToasts] = useState<Toasts | 'missing'>();

  const say = useCallback(
    (notice: Notice) => {
      setNotices((before) => [...before, notice]);
      loadToasts(texts).then(
        (found) => setToasts(() => found),
        () => setToasts('missing'),
      );
    },
    [texts],
  );

  if (Toasts !== 'missing') return [say, Toasts && <Toasts notices={notices} />];
  const { words } = notices.at(-1) ?? { words: 'errors.network' };
  return [say, <Banner key="notice">{t(texts.has(words) ? words : 'errors.network')}</Banner>];
}

async function loadToasts(texts: Texts): Promise<Toasts> {
  const [{ Notices }] = await Promise.all([
    import('./notices.tsx'),
    // All texts of a notice, its region and its button.
    texts.load('later'),
  ]);
  return Notices;
}
