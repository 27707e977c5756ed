/** The frame of every screen that a mailed link opens: checks the link, and shows the form of a valid one. */
import type { InvitationFacts, LinkPage, LinkState } from '@app/contract/pages/links.ts';
import type { Failure } from '@app/session/calls/failure.ts';
import { Button } from '@app/ui/button';
import { Loader } from '@app/ui/loader';
import { ScreenHeading } from '@app/ui/screen-heading';
import { ScreenIcon } from '@app/ui/screen-icon';
import { Stack } from '@app/ui/stack';
import { VisuallyHidden } from '@app/ui/visually-hidden';
import { useRef, type ReactNode } from 'react';

import { useAuth } from '#auth/auth-context.tsx';
import { accountFormError } from '#auth/link/account-failure-words.ts';
import { isAboutLink } from '#auth/link/check-link.ts';
import { clearStoredLink, type MailedLink } from '#auth/link/link-from-address.ts';
import { useLink, type LinkCheck } from '#auth/link/use-link.ts';
import styles from '#forms/account.module.css';
import { FormAlert, type FormError } from '#forms/form-alert.tsx';
import { ScreenButton, ScreenLink } from '#forms/screen-link.tsx';
import { useInitialFocus } from '#forms/use-initial-focus.ts';
import { type TextKey, useTexts, useTitle } from '#i18n/use-texts.ts';

/** A screen to go to when the link cannot be used. */
interface NextScreen {
  readonly to: '/login' | '/password/forgot' | '/signup';
  readonly words: TextKey;
}

/** The texts about a link that cannot be used: its state, the meaning, and links to one or two screens. */
interface LinkStateWords {
  readonly heading: TextKey;
  readonly lead: TextKey;
  readonly main: NextScreen;
  readonly other?: NextScreen;
}

export type LinkWords = Readonly<Record<Exclude<LinkState, 'valid'>, LinkStateWords>>;

export const toLogin = { to: '/login', words: 'account.logIn' } as const satisfies NextScreen;
export const backToLogin = { to: '/login', words: 'account.backToLogin' } as const satisfies NextScreen;

/** Makes the call that consumes the link. After success the stored link is removed; a refused link is checked again. */
export type ConsumeLink = (call: () => Promise<Failure | undefined>) => Promise<Failure | undefined>;

interface LinkScreenProps {
  readonly page: LinkPage;
  readonly words: LinkWords;
  readonly errorOf?: (failure: Failure) => FormError;
  /** The form of a valid link. */
  readonly children: (
    link: MailedLink,
    consume: ConsumeLink,
    invitation: InvitationFacts | undefined,
  ) => ReactNode;
}

export function LinkScreen({ page, words, errorOf = accountFormError, children }: LinkScreenProps) {
  const { deps } = useAuth();
  const { link, status, invitation, failure, busy, check } = useLink(page);

  async function consume(call: () => Promise<Failure | undefined>): Promise<Failure | undefined> {
    const refused = await call();
    if (!refused) clearStoredLink(deps.memory);
    else if (isAboutLink(refused)) await check();
    return refused;
  }

  if (status === 'valid') return link ? children(link, consume, invitation) : null;
  if (status === 'checking') return <Checking />;
  if (status === 'failed') {
    const error: FormError = failure ? errorOf(failure) : { words: 'errors.unknown' };
    return <NotChecked error={error} busy={busy} check={check} />;
  }
  return <NotUsable key={status} words={words[status]} email={link?.email} />;
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
      {/* Without script this is the whole page. With script the check is over before it is shown. */}
      <p className={`${styles.line} ${styles.late}`}>
        {t('link.openNewest')} <a href="/login">{t('account.backToLogin')}</a>
      </p>
    </>
  );
}

function NotChecked({ error, busy, check }: { error: FormError } & Pick<LinkCheck, 'busy' | 'check'>) {
  const { t } = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  useTitle('titles.linkCheck');
  useInitialFocus(heading);
  return (
    <Stack>
      <ScreenHeading ref={heading}>{t('link.notChecked')}</ScreenHeading>
      <FormAlert error={error} />
      <Button block loading={busy} onClick={() => void check()}>
        {t('account.tryAgain')}
      </Button>
      <p className={styles.line}>
        <ScreenLink to="/login">{t('account.backToLogin')}</ScreenLink>
      </p>
    </Stack>
  );
}

function NotUsable({ words, email }: { words: LinkStateWords; email: string | undefined }) {
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
