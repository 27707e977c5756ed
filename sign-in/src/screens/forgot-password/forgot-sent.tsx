import { accountFormError } from '#auth/link/account-failure-words.ts';
import { useAuth } from '#auth/auth-context.tsx';
import { recoverPassword } from '#auth/link/recovery.ts';
import { CheckEmail } from '#forms/mail/check-email.tsx';
import { SendAgain } from '#forms/mail/send-again.tsx';
import { emailPlaceholder } from '#forms/text-with-email.tsx';
import { useTexts } from '#i18n/use-texts.ts';

interface ForgotSentProps {
  /** As it was typed. */
  readonly email: string;
  readonly onOtherAddress: () => void;
}

/** Says that the mail was sent, whether or not the address has an account. */
export function ForgotSent({ email, onOtherAddress }: ForgotSentProps) {
  const { t } = useTexts();
  const { deps } = useAuth();

  return (
    <CheckEmail
      lead={t('forgot.sentLead', { email: emailPlaceholder })}
      email={email}
      otherAddress="/password/forgot"
      onOtherAddress={onOtherAddress}
    >
      <SendAgain onSend={() => recoverPassword(deps, email)} errorOf={accountFormError}>
        <input type="hidden" name="email" value={email} />
      </SendAgain>
    </CheckEmail>
  );
}
