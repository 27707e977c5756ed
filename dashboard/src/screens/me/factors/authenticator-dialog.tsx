import { showSecret } from '@app/contract/calls/new-factor.ts';
import { ownAccountEndpoints } from '@app/contract/dashboard/own-account.ts';
import { ownFactorEndpoints } from '@app/contract/dashboard/own-factors.ts';
import type { AnswerOf } from '@app/contract/calls/endpoint.ts';
import { readDigits } from '@app/contract/fields/digits.ts';
import * as limits from '@app/contract/fields/limits.ts';
import { Button } from '@app/ui/button';
import { CodeField } from '@app/ui/code-field';
import { Dialog } from '@app/ui/dialog';
import { QrCode } from '@app/ui/icons/qr-code';
import { useId, useRef, useState, type FormEvent } from 'react';

import type { CallFailure } from '#calls/dashboard-client.ts';
import { useChange } from '#calls/use-change.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { CopyButton } from '#page/copy-button.tsx';
import { Failed } from '#page/page-states.tsx';
import { useSay } from '#page/use-say.ts';

import styles from './factors.module.css';

const { addAuthenticator, readFactors, startAuthenticator } = ownFactorEndpoints;
const nothing = { changes: [] };
const changes = { changes: [readFactors, ownAccountEndpoints.listOwnEvents] };

/** Sets up an authenticator app: a secret as a QR code and as text, and the first code that the app makes of it. */
export function AuthenticatorDialog({ replaces, onDone }: { replaces: boolean; onDone: () => void }) {
  const { t } = useTexts('me');
  const say = useSay();
  const starting = useChange(startAuthenticator, nothing);
  const adding = useChange(addAuthenticator, changes);
  const [setup, setSetup] = useState<AnswerOf<typeof startAuthenticator>>();
  const [open, setOpen] = useState(false);
  /** Why the last try failed. A new secret has none. */
  const [failure, setFailure] = useState<CallFailure>();
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const form = useId();

  async function start(): Promise<void> {
    const outcome = await starting.change({});
    if (!outcome.ok) return say.failed(outcome.failure);
    setSetup(outcome.answer);
    setFailure(undefined);
    setProblem(undefined);
    setOpen(true);
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (adding.running || !setup) return;
    setFailure(undefined);
    const code = field.current?.value ?? '';
    const outcome =
      code.length === limits.codeDigits
        ? await adding.change({ body: { setup: setup.setup, code } })
        : undefined;
    if (outcome?.ok) {
      setOpen(false);
      onDone();
      return;
    }
    if (!outcome) setProblem(t('me.factors.incomplete'));
    else if (isRefused(outcome.failure, 'invalidCode')) setProblem(t('me.factors.wrong'));
    else setFailure(outcome.failure);
    field.current?.focus();
    field.current?.select();
  }

  return (
    <>
      <Button
        variant="secondary"
        size="xSmall"
        loading={starting.running}
        aria-label={t(replaces ? 'me.factors.replaceApp' : 'me.factors.setUpApp')}
        onClick={() => void start()}
      >
        {t(replaces ? 'me.factors.replace' : 'me.factors.setUp')}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        heading={t('me.factors.setUpApp')}
        description={t('me.factors.text')}
        closeLabel={t('frame.close')}
        closeOnOutsidePress={false}
        busy={adding.running}
        initialFocus={field}
        primaryAction={{ label: t('me.factors.confirm'), form }}
        secondaryAction={{ label: t('frame.cancel') }}
      >
        {setup && (
          <form id={form} className={styles.setup} noValidate onSubmit={(event) => void submit(event)}>
            {failure && (
              <Failed
                failure={failure}
                words={isRefused(failure, 'codeExpired') ? t('me.factors.expired') : undefined}
              />
            )}
            <QrCode className={styles.qr} code={setup.qr} label={t('me.factors.qr')} />
            <div className={styles.byHand}>
              <p>{t('me.factors.byHand')}</p>
              <p className={styles.secret}>
                <code>{showSecret(setup.secret)}</code> <CopyButton text={setup.secret} />
              </p>
              <a href={setup.uri}>{t('me.factors.open')}</a>
            </div>
            <CodeField
              ref={field}
              name="code"
              length={limits.codeDigits}
              read={(text) => readDigits(text, limits.codeDigits)}
              label={t('me.factors.code')}
              error={problem}
              readOnly={adding.running}
              onInput={() => setProblem(undefined)}
              onComplete={() => field.current?.form?.requestSubmit()}
            />
          </form>
        )}
      </Dialog>
    </>
  );
}

const isRefused = (failure: CallFailure, refusal: 'invalidCode' | 'codeExpired'): boolean =>
  failure.kind === 'refused' && failure.refusal === refusal;
