import { Skeleton } from '@app/ui/skeleton';
import { VisuallyHidden } from '@app/ui/visually-hidden';

import { useTexts } from '#i18n/use-texts.ts';

import styles from './page-states.module.css';

/** The shape of what is being read: lines of a list, or of a card. */
export function Loading({ lines = 6 }: { lines?: number }) {
  const { t } = useTexts();
  return (
    <div role="status" aria-busy="true" className={styles.loading}>
      <VisuallyHidden>{t('frame.loading')}</VisuallyHidden>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} shape="box" size="small" />
      ))}
    </div>
  );
}
