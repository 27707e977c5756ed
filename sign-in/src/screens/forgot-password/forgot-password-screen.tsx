import { useState } from 'react';

import { useEmailFromHistory } from '#auth/address.tsx';
import { usePostedForm } from '#auth/start/use-posted-form.ts';

import { ForgotForm } from './forgot-form.tsx';
import { ForgotSent } from './forgot-sent.tsx';

/** The recovery of a forgotten password (spec §2): asks for an email and answers the same for every valid address. */
export function ForgotPasswordScreen() {
  const posted = usePostedForm('recoverPassword');
  const postedEmail = posted?.values['email'];
  const emailFromHistory = useEmailFromHistory();
  const [sentTo, setSentTo] = useState(posted?.accepted ? postedEmail : undefined);
  const [before, setBefore] = useState<string>();

  if (sentTo !== undefined) {
    return (
      <ForgotSent
        email={sentTo}
        onOtherAddress={() => {
          setBefore(sentTo);
          setSentTo(undefined);
        }}
      />
    );
  }
  return (
    <ForgotForm
      email={before ?? postedEmail ?? emailFromHistory}
      posted={posted?.failure}
      onSent={setSentTo}
    />
  );
}
