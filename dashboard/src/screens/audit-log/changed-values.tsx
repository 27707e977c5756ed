import { VisuallyHidden } from '@app/ui/visually-hidden';

import { useTexts } from '#i18n/use-texts.ts';
import { CutText } from '#lists/cut-text.tsx';

import { valueKey } from './audit-words.ts';
import styles from './audit-log.module.css';

type Values = Readonly<Record<string, unknown>> | undefined;

/** The values of a change, each as before → after. What did not change is left out. */
export function ChangedValues({ before, after }: { before: Values; after: Values }) {
  const words = useWords();
  const { t } = useTexts('audit-log');
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]),
  );
  if (names.length === 0) return '–';
  return (
    <ul className={styles.values}>
      {names.map((name) => (
        <li key={name}>
          {before && name in before && (
            <>
              <Value
                text={words(before[name])}
                spoken={(value) => t('audit-log.from', { value })}
                className={styles.before}
              />
              <span aria-hidden> → </span>
            </>
          )}
          <Value text={words(after?.[name])} spoken={(value) => t('audit-log.to', { value })} />
        </li>
      ))}
    </ul>
  );
}

/** A longer text than this is cut, with the whole of it in a tooltip. */
const longest = 80;

function Value({
  text,
  spoken,
  className,
}: {
  text: string;
  /** How a screen reader says it. */
  spoken: (value: string) => string;
  className?: string | undefined;
}) {
  if (text.length > longest)
    return (
      <span className={`${styles.long} ${className ?? ''}`}>
        <VisuallyHidden>{spoken('')}</VisuallyHidden>
        <CutText text={text} />
      </span>
    );
  return (
    <>
      <VisuallyHidden>{spoken(text)}</VisuallyHidden>
      <bdi aria-hidden className={className}>
        {text}
      </bdi>
    </>
  );
}

/** A value in words. */
function useWords(): (value: unknown) => string {
  const { t } = useTexts('audit-log');
  return (value) => {
    const key = valueKey(value);
    if (key) return t(key);
    if (value === undefined || value === null || value === '') return t('audit-log.none');
    if (value === true) return t('audit-log.yes');
    if (value === false) return t('audit-log.no');
    return typeof value === 'string' || typeof value === 'number' ? `${value}` : JSON.stringify(value);
  };
}
