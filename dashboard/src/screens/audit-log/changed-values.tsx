import type { AuditValues } from '@app/contract/dashboard/audit-actions.ts';
import { VisuallyHidden } from '@app/ui/visually-hidden';

import { useTexts } from '#i18n/use-texts.ts';
import { CutText } from '#lists/cut-text.tsx';

import { factNames, factOf, noValue, type Shown } from './audit-words.ts';
import styles from './audit-log.module.css';

/** The values of a change, each with its name, as before → after. What did not change is left out. */
export function ChangedValues({
  before,
  after,
}: {
  before: AuditValues | undefined;
  after: AuditValues | undefined;
}) {
  const words = useWords();
  const { t } = useTexts('audit-log');
  const changed = factNames.flatMap((name) => {
    const [was, is] = [factOf(name, before), factOf(name, after)];
    return JSON.stringify(was) === JSON.stringify(is) ? [] : [{ name, was, is }];
  });
  if (changed.length === 0) return '–';
  return (
    <ul role="list" className={styles.values}>
      {changed.map(({ name, was, is }) => (
        <li key={name}>
          <span className={styles.name}>{t(`audit-log.names.${name}`)}</span>{' '}
          {before && (
            <>
              <Value
                text={words(was ?? noValue)}
                spoken={(value) => t('audit-log.from', { value })}
                className={styles.before}
              />
              <span aria-hidden> → </span>
            </>
          )}
          <Value text={words(is ?? noValue)} spoken={(value) => t('audit-log.to', { value })} />
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
function useWords(): (value: Shown) => string {
  const { t, formats } = useTexts('audit-log');
  return (value) => {
    if ('key' in value) return t(value.key);
    if ('number' in value) return formats.number(value.number);
    if ('day' in value) return formats.date(value.day);
    return 'text' in value ? value.text : formats.list(value.list);
  };
}
