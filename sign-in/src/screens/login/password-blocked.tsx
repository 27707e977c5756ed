import { Button } from '@app/ui/button';
import { ScreenHeading } from '@app/ui/screen-heading';
import { Stack } from '@app/ui/stack';
import { useRef, useState } from 'react';

import { accountFormError } from '#auth/link/account-failure-words.ts';
import { useAuth } from '#auth/auth-context.tsx';
import { sendDeviceLink } from '#auth/link/device.ts';
import { usePostedForm } from '#auth/start/posted-outcome.ts';
import { CheckEmail } from '#forms/mail/check-email.tsx';
import { Form } from '#forms/form.tsx';
import { ScreenButton } from '#forms/screen-link.tsx';
import { SendAgain } from '#forms/mail/send-again.tsx';
import { useInitialFocus } from '#forms/use-initial-focus.ts';
import { useForm } from '#forms/use-form.ts';
import { emailPlaceholder } from '#forms/text-with-email.tsx';
import { useTexts, useTitle } from '#i18n/use-texts.ts';

import styles from './login.module.css';

interface PasswordBlockedProps {
  /** The last typed email. */
  readonly email: string;
  /** Back to the password form. */
  readonly onBack: () => void;
}

/** The form's id, for a page without script. */
const action = 'deviceLink';

/**
 * The step for an account that accepts no password from this device: it sends an email with a link that makes this
 * device known, or links to the recovery of the password (docs/decisions/rate-limits.md).
 */
export function PasswordBlocked(props: PasswordBlockedProps) {
  const { state } = useAuth();
  return state.signedInError === 'errors.renewalRequired' ? (
    <Renewal {...props} />
  ) : (
    <DeviceLink {...props} />
  );
}

function DeviceLink({ email, onBack }: PasswordBlockedProps) {
  const { t } = useTexts();
  const { deps } = useAuth();
  const posted = usePostedForm('sendDeviceLink');
  const [sent, setSent] = useState(posted?.accepted ?? false);
  const form = useForm({
    posted: posted?.failure,
    errorOf: accountFormError,
    async send() {
      const failure = await sendDeviceLink(deps, email);
      if (!failure) setSent(true);
      return failure;
    },
  });
  const heading = useRef<HTMLHeadingElement>(null);
  useTitle('titles.device');
  useInitialFocus(heading);

  if (sent) {
    return (
      <CheckEmail
        lead={t('device.sentLead', { email: emailPlaceholder })}
        email={email}
        otherAddress="/login"
        onOtherAddress={onBack}
        onBackToLogin={onBack}
      >
        <SendAgain onSend={() => sendDeviceLink(deps, email)} errorOf={accountFormError}>
          <input type="hidden" name="email" value={email} />
          <input type="hidden" name="action" value={action} />
        </SendAgain>
      </CheckEmail>
    );
  }
  return (
    <Stack>
      <ScreenHeading ref={heading} lead={t('errors.unknownDevice')}>
        {t('device.title')}
      </ScreenHeading>
      <Form form={form}>
        <input type="hidden" name="email" value={email} />
        <input type="hidden" name="action" value={action} />
        <Button type="submit" block loading={form.busy}>
          {t('device.send')}
        </Button>
      </Form>
      <Back onBack={onBack} />
    </Stack>
  );
}

function Renewal({ email, onBack }: PasswordBlockedProps) {
  const { t } = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  useTitle('titles.newPassword');
  useInitialFocus(heading);
  return (
    <Stack>
      <ScreenHeading ref={heading} lead={t('errors.renewalRequired')}>
        {t('newPassword.title')}
      </ScreenHeading>
      <ScreenButton to="/password/forgot" email={() => email}>
        {t('forgot.submit')}
      </ScreenButton>
      <Back onBack={onBack} />
    </Stack>
  );
}

function Back({ onBack }: Pick<PasswordBlockedProps, 'onBack'>) {
  const { t } = useTexts();
  return (
    <p className={styles.line}>
      <a
        href="/login"
        onClick={(event) => {
          event.preventDefault();
          onBack();
        }}
      >
        {t('account.backToLogin')}
      </a>
    </p>
  );
}
