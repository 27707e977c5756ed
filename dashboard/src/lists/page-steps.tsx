import * as limits from '@app/contract/fields/limits.ts';
import { Button } from '@app/ui/button';

import { useTexts } from '#i18n/use-texts.ts';

import styles from './lists.module.css';

/** Goes through the pages of a list, and says which rows are shown: '51–100 of 10,000'. */
export function PageSteps({
  page,
  shown,
  total,
  isMore = false,
  nextCursor,
  onNext,
  onPrevious,
}: {
  page: number;
  /** How many rows this page has. */
  shown: number;
  total: number;
  /** Whether there are more than `total`, which a list of millions does not count to its end. */
  isMore?: boolean;
  /** Missing on the last page. */
  nextCursor: string | undefined;
  onNext: (cursor: string) => void;
  onPrevious: () => void;
}) {
  const { t, formats } = useTexts();
  const first = (page - 1) * limits.pageSize;
  return (
    <nav className={styles.steps} aria-label={t('frame.pages.label')}>
      <p role="status">
        {t('frame.pages.range', {
          from: formats.number(isMore ? first + 1 : Math.min(first + 1, total)),
          to: formats.number(isMore ? first + shown : Math.min(first + shown, total)),
          total: isMore ? `${formats.number(total)}+` : formats.number(total),
        })}
      </p>
      <div className={styles.buttons}>
        <Button variant="secondary" size="small" disabled={page === 1} onClick={onPrevious}>
          {t('frame.pages.previous')}
        </Button>
        <Button
          variant="secondary"
          size="small"
          disabled={nextCursor === undefined}
          onClick={() => {
            if (nextCursor !== undefined) onNext(nextCursor);
          }}
        >
          {t('frame.pages.next')}
        </Button>
      </div>
    </nav>
  );
}
