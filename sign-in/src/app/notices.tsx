import { createToastStore } from '@app/ui/toast/toast-store.ts';
import { ToastRegion } from '@app/ui/toast/toast-region.tsx';
import { useEffect, useState } from 'react';
import { useTexts } from '#i18n/use-texts.ts';

import type { TextKey } from '#i18n/text-key.ts';

/** A thing to say once. A new object says it again. */
export interface Notice {
  readonly words: TextKey;
}

/** Critical toasts about the page itself. Rarely needed, so it is a chunk of its own. */
export function Notices({ notice }: { notice: Notice }) {
  const { t } = useTexts();
  const [store] = useState(() => createToastStore());
  useEffect(() => {
    store.showToast({ id: notice.words, variant: 'critical', message: t(notice.words), dismissIn: 0 });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- said once, in the language of that moment
  }, [notice, store]);
  return <ToastRegion store={store} label={t('notices.region')} closeLabel={t('notices.dismiss')} />;
}
