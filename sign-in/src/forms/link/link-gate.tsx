import type { LinkState } from '@app/contract/pages/links.ts';
import { Button } from '@app/ui/button/button.tsx';
import { Loader } from '@app/ui/loader/loader.tsx';
import { ScreenHeading } from '@app/ui/screen-heading/screen-heading.tsx';
import { ScreenIcon } from '@app/ui/screen-icon/screen-icon.tsx';
import { Stack } from '@app/ui/stack/stack.tsx';
import { VisuallyHidden } from '@app/ui/visually-hidden/visually-hidden.tsx';
import { useRef, type ReactNode } from 'react';

import type { TextKey } from '#i18n/text-key.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { useTitle } from '#i18n/use-title.ts';

import { FormAlert } from '#forms/form-alert.tsx';
import styles from '#forms/account.module.css';
import { ScreenButton } from '#forms/screen-button.tsx';
import { ScreenLink } from '#forms/screen-link.tsx';
import { useInitialFocus } from '#forms/use-initial-focus.ts';
import type { FormError } from '#forms/use-sending.ts';

/** Where a person whose link is not good goes next. */
interface WayOn {
  readonly to: '/login' | '/password/forgot' | '/signup';
  readonly words: TextKey;
}

/** What is said of a link that is not good: what became of it, what that means, and one or two ways on. */
export interface LinkWords {
  readonly heading: TextKey;
  readonly lead: TextKey;
  readonly main: WayOn;
  readonly other?: WayOn;
}

export const toLogin = { to: '/login', words: 'account.logIn' } as const satisfies WayOn;
export const backToLogin = { to: '/login', words: 'account.backToLogin' } as const satisfies WayOn;

interface LinkGateProps {
  readonly status: LinkState | 'checking' | 'failed';
  readonly words: Readonly<Record<Exclude<LinkState, 'valid'>, LinkWords>>;
  /** The address of the link, to be filled in on the next screen. */
  readonly email: string | undefined;
  /** Why the check failed, while `status` is `failed`. */
  readonly error: FormError | null;
  readonly busy: boolean;
  readonly onCheck: () => void;
  /** The form of a valid link. */
  readonly children: ReactNode;
}

/** What stands before a form that belongs to the link of a mail: nobody types a password for a link that is not good. */
export function LinkGate({ status, words, email, error, busy, onCheck, children }: LinkGateProps) {
  if (status === 'valid') return children;
  if (status === 'checking') return <Checking />;
  if (status === 'failed') return <NotChecked error={error} busy={busy} onCheck={onCheck} />;
  return <NotGood key={status} words={words[status]} email={email} />;
}

function Checking() {
  const { t } = useTexts();
  useTitle('titles.linkCheck');
  return (
    <>
      <h1>
        <VisuallyHidden>{t('link.checking')}</VisuallyHidden>
      </h1>
      <Loader label={t('link.checking')} />
      {/* Where no script comes, switched off or blocked, nothing else follows; where one does, it is there before this. */}
      <p className={`${styles.line} ${styles.late}`}>
        {t('link.openNewest')} <a href="/login">{t('account.backToLogin')}</a>
      </p>
    </>
  );
}

function NotChecked({ error, busy, onCheck }: Pick<LinkGateProps, 'error' | 'busy' | 'onCheck'>) {
  const { t } = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  useTitle('titles.linkCheck');
  useInitialFocus(heading);
  return (
    <Stack>
      <ScreenHeading ref={heading}>{t('link.notChecked')}</ScreenHeading>
      <FormAlert error={error?.words ?? 'errors.unknown'} wait={error?.wait} />
      <Button block loading={busy} onClick={onCheck}>
        {t('account.tryAgain')}
      </Button>
      <p className={styles.line}>
        <ScreenLink to="/login">{t('account.backToLogin')}</ScreenLink>
      </p>
    </Stack>
  );
}

function NotGood({ words, email }: { words: LinkWords; email: string | undefined }) {
  const { t } = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  useTitle('titles.link');
  useInitialFocus(heading);
  const { main, other } = words;
  return (
    <Stack>
      <ScreenIcon kind="link" />
      <ScreenHeading ref={heading} lead={t(words.lead)}>
        {t(words.heading)}
      </ScreenHeading>
      <ScreenButton to={main.to} email={() => email}>
        {t(main.words)}
      </ScreenButton>
      {other ? (
        <p className={styles.line}>
          <ScreenLink to={other.to} email={() => email}>
            {t(other.words)}
          </ScreenLink>
        </p>
      ) : null}
    </Stack>
  );
}
