import { emailChangeCancelPath, emailChangePath } from '@app/contract/pages/links.ts';
import { Button } from '@app/ui/button';
import { ScreenHeading } from '@app/ui/screen-heading';
import { FormStack, Stack } from '@app/ui/stack';
import { useEffect, useRef, useState } from 'react';

import { usePageData } from '#auth/start/page-data.tsx';
import styles from '#forms/account.module.css';
import { FormAlert } from '#forms/form-alert.tsx';
import { ScreenButton, ScreenLink } from '#forms/screen-link.tsx';
import { useInitialFocus } from '#forms/use-initial-focus.ts';
import { emailPlaceholder, TextWithEmail } from '#forms/text-with-email.tsx';
import { useTexts, useTitle } from '#i18n/use-texts.ts';

const confirming = {
  path: emailChangePath,
  page: 'titles.emailChange',
  heading: 'emailChange.title',
  lead: 'emailChange.lead',
} as const;
const cancelling = {
  path: emailChangeCancelPath,
  page: 'titles.emailChangeCancel',
  heading: 'emailChangeCancel.title',
  lead: 'emailChangeCancel.lead',
} as const;
type Change = typeof confirming | typeof cancelling;

/** Confirms a new email address (requirements §3): a plain form, because its answer is another page. */
export const EmailChangeScreen = () => <ChangeScreen change={confirming} />;

/** Cancels the change, for the owner of the old address: the same form with other words. */
export const EmailChangeCancelScreen = () => <ChangeScreen change={cancelling} />;

function ChangeScreen({ change }: { change: Change }) {
  const { emailChange } = usePageData();
  return emailChange ? <Confirm change={change} {...emailChange} /> : <NoLink change={change} />;
}

function Confirm({ change, token, newEmail }: { change: Change; token: string; newEmail: string }) {
  const { t } = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  const [busy, setBusy] = useState(false);
  useTitle(change.page);
  useInitialFocus(heading);

  // The form of a page that the back/forward cache restores can be sent again.
  useEffect(() => {
    const brought = (event: PageTransitionEvent): void => {
      if (event.persisted) setBusy(false);
    };
    addEventListener('pageshow', brought);
    return () => removeEventListener('pageshow', brought);
  }, []);

  return (
    <Stack>
      <ScreenHeading
        ref={heading}
        lead={<TextWithEmail words={t(change.lead, { email: emailPlaceholder })} email={newEmail} />}
      >
        {t(change.heading)}
      </ScreenHeading>
      <FormStack
        action={change.path}
        onSubmit={(event) => {
          // Offline, the browser's error page would replace this page and its token.
          if (busy || !navigator.onLine) event.preventDefault();
          else setBusy(true);
        }}
      >
        <FormAlert error={null} />
        {change === confirming && <p className={styles.line}>{t('reset.signsOut')}</p>}
        <input type="hidden" name="token" value={token} />
        <Button type="submit" block loading={busy}>
          {t('account.confirm')}
        </Button>
      </FormStack>
      <p className={styles.line}>
        <ScreenLink to="/login">{t('account.backToLogin')}</ScreenLink>
      </p>
    </Stack>
  );
}

/** The page without a link: opened without one, or reloaded after the link was removed from the address. */
function NoLink({ change }: { change: Change }) {
  const { t } = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  useTitle(change.page);
  useInitialFocus(heading);
  return (
    <Stack>
      <ScreenHeading ref={heading} lead={t('link.openNewest')}>
        {t(change.heading)}
      </ScreenHeading>
      <ScreenButton to="/login">{t('errorPage.toLogin')}</ScreenButton>
    </Stack>
  );
}
