import { useId } from 'react';

import { useTexts } from '#i18n/use-texts.ts';

import styles from './test-result.module.css';

/** The received XML as text, a tag on each line. Nothing of it is interpreted. */
export function XmlText({ xml }: { xml: string }) {
  const { t } = useTexts('single-sign-on');
  const id = useId();
  return (
    <details className={styles.card}>
      <summary id={id}>{t('single-sign-on.result.xml')}</summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
      <pre className={styles.xml} tabIndex={0} role="region" aria-labelledby={id}>
        {withLines(xml)}
      </pre>
    </details>
  );
}

/** Indents by depth; above this many tags the text stays as it is. */
const mostTags = 5000;

function withLines(xml: string): string {
  const parts = xml.replaceAll(/>\s*</g, '>\n<').split('\n');
  if (parts.length > mostTags) return xml;
  let depth = 0;
  return parts
    .map((part) => {
      if (part.startsWith('</')) depth -= 1;
      const line = '  '.repeat(Math.max(0, depth)) + part;
      const opens = /^<[^!?/]/.test(part) && !part.endsWith('/>') && !part.includes('</');
      if (opens) depth += 1;
      return line;
    })
    .join('\n');
}
