import { ToastRegion, type ToastStore } from '@app/ui/toast';
import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';

import { useTexts } from '#i18n/use-texts.ts';

import styles from './frame.module.css';

const overlap = (one: DOMRect, other: DOMRect): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** The toasts: at the bottom of the window, or at its top where they would lie over what was just pressed. */
export function Notices({ store }: { store: ToastStore }) {
  const { t } = useTexts();
  const toasts = useSyncExternalStore(store.subscribe, store.getSnapshot);
  const region = useRef<HTMLDivElement>(null);
  const [placement, setPlacement] = useState<'bottom-end' | 'top-end'>('bottom-end');
  useLayoutEffect(() => {
    const pressed = document.activeElement;
    if (toasts.length === 0) setPlacement('bottom-end');
    else if (
      region.current &&
      pressed?.matches('main :is(a, button, input, select, textarea)') &&
      overlap(region.current.getBoundingClientRect(), pressed.getBoundingClientRect())
    )
      setPlacement('top-end');
  }, [toasts]);
  return (
    <ToastRegion
      ref={region}
      store={store}
      label={t('frame.notices.region')}
      closeLabel={t('frame.notices.dismiss')}
      placement={placement}
      className={styles.notices}
    />
  );
}
