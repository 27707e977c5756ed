import { accountEndpoints } from '@app/contract/calls/account-endpoints.ts';
import { useState } from 'react';

import { useEmailFromHistory } from '#auth/address.tsx';
import { usePageData } from '#auth/start/page-data.tsx';
import { postedOutcome } from '#auth/start/posted-outcome.ts';

import { ForgotForm } from './forgot-form.tsx';
import { ForgotSent } from './forgot-sent.tsx';

/** A forgotten password (spec §2): an email in, and the same answer for every address that could be one. */
export function ForgotPasswordScreen() {
  const page = usePageData();
  const posted = postedOutcome(page, 'recoverPassword', accountEndpoints.recoverPassword);
  const typedThen = posted && page.posted?.values['email'];
  const carried = useEmailFromHistory();
  const [sentTo, setSentTo] = useState(posted?.ok ? typedThen : undefined);
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
      email={before ?? typedThen ?? carried}
      posted={posted && !posted.ok ? posted.failure : undefined}
      onSent={setSentTo}
    />
  );
}
