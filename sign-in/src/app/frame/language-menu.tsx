import {
  languageNames,
  languages,
  languageTag,
  toLanguage,
  type Language,
} from '@app/contract/fields/vocabulary.ts';
import { VisuallyHidden } from '@app/ui/visually-hidden';
import { useTransition } from 'react';
import { useTexts } from '#i18n/use-texts.ts';

import { changeLanguage } from '@app/texts/language.ts';

import styles from './language-menu.module.css';

/** Changes the language of every screen and stores the choice. Typed values stay: only texts change. */
export function LanguageMenu({ onFailure }: { onFailure: () => void }) {
  const { t, texts, language: current } = useTexts();
  const [pending, startTransition] = useTransition();

  const choose = (language: Language) =>
    startTransition(async () => {
      if (!(await changeLanguage(texts, language))) onFailure();
    });

  return (
    <label>
      <VisuallyHidden>{t('frame.language')}</VisuallyHidden>
      <select
        className={styles.menu}
        value={current}
        aria-busy={pending || undefined}
        onChange={(event) => {
          const language = toLanguage(event.currentTarget.value);
          if (language) choose(language);
        }}
      >
        {languages.map((language) => (
          <option key={language} value={language} lang={languageTag(language)}>
            {languageNames[language]}
          </option>
        ))}
      </select>
    </label>
  );
}
