import { VisuallyHidden } from '@app/ui/visually-hidden';

import { useTexts } from '#i18n/use-texts.ts';

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
              <VisuallyHidden>{t('audit-log.from', { value: words(before[name]) })}</VisuallyHidden>
              <bdi aria-hidden className={styles.before}>
                {words(before[name])}
              </bdi>
              <span aria-hidden> → </span>
            </>
          )}
          <VisuallyHidden>{t('audit-log.to', { value: words(after?.[name]) })}</VisuallyHidden>
          <bdi aria-hidden>{words(after?.[name])}</bdi>
        </li>
      ))}
    </ul>
  );
}

/** A value in words, cut to what fits into a cell. */
function useWords(): (value: unknown) => string {
  const { t } = useTexts('audit-log');
  return (value) => {
    const key = valueKey(value);
    if (key) return t(key);
    if (value === undefined || value === null || value === '') return t('audit-log.none');
    if (value === true) return t('audit-log.yes');
    if (value === false) return t('audit-log.no');
    const text = typeof value === 'string' || typeof value === 'number' ? `${value}` : JSON.stringify(value);
    return text.length > 80 ? `${text.slice(0, 79)}…` : text;
  };
}
