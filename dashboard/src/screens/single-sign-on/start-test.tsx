import { singleSignOnEndpoints } from '@app/contract/dashboard/single-sign-on.ts';
import { Button, type ButtonProps } from '@app/ui/button';
import { useState } from 'react';

import { useChange } from '#calls/use-change.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { useSay } from '#page/use-say.ts';

const { startSamlTest } = singleSignOnEndpoints;

export interface StartTestProps {
  label: string;
  variant: NonNullable<ButtonProps['variant']>;
  disabled?: boolean;
}

/** Begins a test and goes to the provider; it sends the browser back to the result. */
export function StartTest({ label, variant, disabled = false }: StartTestProps) {
  const { t } = useTexts('single-sign-on');
  const say = useSay();
  const { change, running } = useChange(startSamlTest, { changes: [] });
  const [leaving, setLeaving] = useState(false);

  async function start(): Promise<void> {
    const outcome = await change({});
    if (!outcome.ok) {
      const refused = outcome.failure.kind === 'refused';
      say.failed(outcome.failure, refused ? t('single-sign-on.test.needsProvider') : undefined);
      return;
    }
    const { protocol } = new URL(outcome.answer.url);
    // Checked when the metadata was uploaded, and here again (threat C9).
    if (protocol !== 'https:' && protocol !== 'http:') return;
    setLeaving(true);
    location.assign(outcome.answer.url);
  }
  return (
    <Button
      variant={variant}
      size="small"
      disabled={disabled}
      loading={running || leaving}
      onClick={() => void start()}
    >
      {label}
    </Button>
  );
}
