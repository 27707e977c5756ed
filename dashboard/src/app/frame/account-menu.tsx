import { languageNames, languages, languageTag, toLanguage } from '@app/contract/fields/vocabulary.ts';
import { changeLanguage } from '@app/texts/language.ts';
import {
  ActionMenu,
  ActionMenuGroup,
  ActionMenuItem,
  ActionMenuLink,
  ActionMenuRadio,
  ActionMenuRadioGroup,
  ActionMenuSeparator,
  ActionMenuSubmenu,
} from '@app/ui/action-menu';
import { Avatar } from '@app/ui/avatar';
import { useToast } from '@app/ui/toast';
import { VisuallyHidden } from '@app/ui/visually-hidden';
import { storedThemes } from '@app/contract/pages/cookies.ts';
import { useEffect, useRef, useState } from 'react';

import { useTexts } from '#i18n/use-texts.ts';
import { useSession } from '#session/use-session.ts';

import styles from './frame.module.css';
import { shownTheme, storeTheme } from './stored-view.ts';

export interface AccountMenuProps {
  /** The email where the name is empty, or not read yet. */
  name: string;
  email: string;
  helpUrl: string;
  onShowKeys: () => void;
  /** The button was pressed before the menu was loaded. */
  openAtFirst: boolean;
  /** The button had the focus before. */
  focusAtFirst: boolean;
}

/** Who is signed in, the language, the appearance, and the way out. */
export function AccountMenu({
  name,
  email,
  helpUrl,
  onShowKeys,
  openAtFirst,
  focusAtFirst,
}: AccountMenuProps) {
  const { t, texts, language } = useTexts();
  const { showToast } = useToast();
  const session = useSession();
  const [theme, setTheme] = useState(shownTheme);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // This button replaces the one that was rendered first.
    if (focusAtFirst && !openAtFirst) button.current?.focus();
  }, [focusAtFirst, openAtFirst]);

  return (
    <ActionMenu
      label={t('frame.account.menu')}
      align="end"
      defaultOpen={openAtFirst}
      trigger={
        <button ref={button} type="button" className={styles.account}>
          <Avatar name={name} size={32} decorative />
          <VisuallyHidden>{t('frame.account.menu')}</VisuallyHidden>
        </button>
      }
    >
      <ActionMenuGroup
        label={
          <span className={styles.who}>
            <strong>{name}</strong>
            {name !== email && <span>{email}</span>}
          </span>
        }
      >
        <ActionMenuLink href="/dashboard/me">{t('frame.areas.me')}</ActionMenuLink>
      </ActionMenuGroup>
      <ActionMenuSeparator />
      <ActionMenuSubmenu label={t('frame.account.language')}>
        <ActionMenuRadioGroup
          label={t('frame.account.language')}
          value={language}
          onValueChange={(value) => {
            const next = toLanguage(value);
            if (!next) return;
            void changeLanguage(texts, next).then((changed) => {
              if (!changed) showToast({ variant: 'critical', message: t('frame.notices.languageFailed') });
            });
          }}
        >
          {languages.map((each) => (
            <ActionMenuRadio key={each} value={each}>
              <span lang={languageTag(each)}>{languageNames[each]}</span>
            </ActionMenuRadio>
          ))}
        </ActionMenuRadioGroup>
      </ActionMenuSubmenu>
      <ActionMenuSubmenu label={t('frame.account.theme')}>
        <ActionMenuRadioGroup
          label={t('frame.account.theme')}
          value={theme ?? 'system'}
          onValueChange={(value) => {
            const next = storedThemes.find((each) => each === value);
            storeTheme(next);
            setTheme(next);
          }}
        >
          <ActionMenuRadio value="system">{t('frame.account.system')}</ActionMenuRadio>
          <ActionMenuRadio value="light">{t('frame.account.light')}</ActionMenuRadio>
          <ActionMenuRadio value="dark">{t('frame.account.dark')}</ActionMenuRadio>
        </ActionMenuRadioGroup>
      </ActionMenuSubmenu>
      <ActionMenuItem shortcut="?" onClick={onShowKeys}>
        {t('frame.account.keys')}
      </ActionMenuItem>
      <ActionMenuLink href={helpUrl}>{t('frame.account.help')}</ActionMenuLink>
      <ActionMenuSeparator />
      <ActionMenuItem onClick={() => void session.signOut()}>{t('frame.account.logOut')}</ActionMenuItem>
    </ActionMenu>
  );
}
