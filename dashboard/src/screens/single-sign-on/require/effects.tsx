import type { Translate } from '@app/texts/translate.ts';

import type { TextKey } from '#i18n/text-key.ts';
import { useTexts } from '#i18n/use-texts.ts';

import type { PolicyEffect } from '#screens/single-sign-on/set-up.ts';
import styles from '#screens/single-sign-on/single-sign-on.module.css';

/** What requiring single sign-on does: the same on the page, in the question and in the toast. */
export const effectLines = (
  t: Translate<TextKey<'single-sign-on' | 'frame'>>,
  { changing: { password, google }, sessionsEnding }: PolicyEffect,
): readonly string[] => [
  t('single-sign-on.require.changing', { count: password + google }),
  t('single-sign-on.require.sessions', { count: sessionsEnding }),
];

export function Effects({ effect }: { effect: PolicyEffect }) {
  const { t } = useTexts('single-sign-on');
  return (
    <ul role="list" className={styles.missing}>
      {effectLines(t, effect).map((line) => (
        <li key={line}>{line}</li>
      ))}
      <li>{t('single-sign-on.require.already', { count: effect.alreadySaml })}</li>
    </ul>
  );
}
