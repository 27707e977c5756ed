import type { InputOf } from '@app/contract/calls/endpoint.ts';
import { signInLogEndpoints } from '@app/contract/dashboard/sign-in-log.ts';
import { csvByteOrderMark } from '@app/contract/fields/csv.ts';
import { Button } from '@app/ui/button';
import { useState } from 'react';

import { useCalls } from '#calls/calls-context.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { useSay } from '#page/use-say.ts';

/** Downloads all rows of the present filters as a CSV file. */
export function ExportButton({
  query,
}: {
  query: NonNullable<InputOf<typeof signInLogEndpoints.listEvents>['query']>;
}) {
  const { t } = useTexts('sign-in-log');
  const { client } = useCalls();
  const say = useSay();
  const [isRunning, setRunning] = useState(false);

  async function download(): Promise<void> {
    setRunning(true);
    const outcome = await client.csv(signInLogEndpoints.listEvents, { query });
    setRunning(false);
    if (!outcome.ok) return say.failed(outcome.failure);
    // Decoding the answer has taken its mark away.
    const address = URL.createObjectURL(new Blob([csvByteOrderMark, outcome.answer], { type: 'text/csv' }));
    const link = document.createElement('a');
    link.href = address;
    link.download = `login-log-${new Date().toISOString().slice(0, 10)}.csv`;
    link.click();
    URL.revokeObjectURL(address);
    say.done(t('sign-in-log.exported'));
  }

  return (
    <Button variant="secondary" size="small" loading={isRunning} onClick={() => void download()}>
      {t('sign-in-log.export')}
    </Button>
  );
}
