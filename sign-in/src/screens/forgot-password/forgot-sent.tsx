import { accountFormError } from '#auth/link/account-failure-words.ts';
import { useAuth } from '#auth/auth-context.tsx';
import { recoverPassword } from '#auth/link/recovery.ts';
import { CheckEmail } from '#forms/link/check-email.tsx';
import { SendAgain } from '#forms/link/send-again.tsx';
import { emailPlaceholder } from '#forms/text-with-email.tsx';
import { useTexts } from '#i18n/use-texts.ts';

interface ForgotSentProps {
  /** As it was typed. */
  readonly email: string;
  readonly onOtherAddress: () => void;
}

/** The mail is on its way, if there is an account: the same for everyone. */
export function ForgotSent({ email, onOtherAddress }: ForgotSentProps) {
  const { t } = useTexts();
  const { deps } = useAuth();

  async function sendAgain() {
    const failure = await recoverPassword(deps, email);
    return failure ? accountFormError(failure) : null;
  }

  return (
    <CheckEmail
      lead={t('forgot.sentLead', { email: emailPlaceholder })}
      email={email}
      otherAddress="/password/forgot"
      onOtherAddress={onOtherAddress}
    >
      <SendAgain onSend={sendAgain}>
        <input type="hidden" name="email" value={email} />
      </SendAgain>
    </CheckEmail>
  );
}
