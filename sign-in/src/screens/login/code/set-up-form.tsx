import { showSecret } from '@app/contract/calls/new-factor.ts';
import { readDigits } from '@app/contract/fields/digits.ts';
import { chosenDay } from '@app/contract/fields/durations.ts';
import { code } from '@app/contract/fields/handles.ts';
import * as limits from '@app/contract/fields/limits.ts';
import { type Language, languageTag } from '@app/contract/fields/vocabulary.ts';
import { postedFormId } from '@app/contract/pages/posted-form.ts';
import type { Failure } from '@app/session/calls/failure.ts';
import type { createPasskey } from '@app/session/passkeys/create-passkey.ts';
import type { Challenge } from '@app/session/stored/challenge.ts';
import { Button } from '@app/ui/button';
import { CodeField } from '@app/ui/code-field';
import { QrCode } from '@app/ui/icons/qr-code';
import { ScreenHeading } from '@app/ui/screen-heading';
import { FormStack } from '@app/ui/stack';
import { useEffect, useRef, useState } from 'react';
import * as v from 'valibot';

import { useAuth } from '#auth/auth-context.tsx';
import { type ShownSetUp, verifySetUp } from '#auth/password/code-step.ts';
import { usePostedFields } from '#auth/start/page-data.tsx';
import { FormAlert, type FormError } from '#forms/form-alert.tsx';
import { commonFieldWords } from '#forms/use-form-check.ts';
import { useForm } from '#forms/use-form.ts';
import { type TextKey, useTexts } from '#i18n/use-texts.ts';

import { CodeHelp } from './code-help.tsx';
import styles from './set-up-form.module.css';

const fields = {
  rules: v.object({ code }),
  words: { code: { ...commonFieldWords, is_invalid: 'code.incomplete' } },
} as const;

/** What the words of the code step mean for a new app, or for a passkey. */
const wordsFor = (words: TextKey, byPasskey: boolean): TextKey =>
  words !== 'errors.invalidCode' ? words : byPasskey ? 'code.setUpPasskeyWrong' : 'code.setUpWrong';

/**
 * An authenticator app to set up before the sign-in is finished, because the company requires a factor or after a
 * temporary pass; or a passkey, where the browser can keep one. Without script a page after a wrong code no longer has
 * the key, which the app has by then.
 */
export function SetUpForm({
  setUp: { setup, secret, uri, qr, skipUntil, passkey },
  challenge,
  error,
  busy,
  onRefused,
}: {
  setUp: ShownSetUp;
  challenge: Challenge;
  error: FormError | null;
  busy: boolean;
  onRefused: (failure: Failure | undefined) => void;
}) {
  const { t, language } = useTexts();
  const { deps } = useAuth();
  const heading = useRef<HTMLHeadingElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [make, setMake] = useState<typeof createPasskey>();
  const [byPasskey, setByPasskey] = useState(false);
  const form = useForm({
    fields,
    postedFields: usePostedFields('verifySetUp'),
    send: (value) => finish({ code: value('code') }),
  });
  // The heading and not the field: the app comes first.
  useEffect(() => heading.current?.focus(), []);

  // Loaded before the click, after which some browsers allow no wait.
  useEffect(() => {
    if (!passkey) return;
    import('#auth/passkey/passkey-maker.ts')
      .then(({ passkeyMaker }) => passkeyMaker(deps))
      .then((made) => setMake(() => made))
      // The app can be set up all the same.
      .catch(() => {});
  }, [deps, passkey]);

  async function finish(by: Parameters<typeof verifySetUp>[3]) {
    setByPasskey(by.credential !== undefined);
    const step = await verifySetUp(deps, challenge, setup, by);
    if (step.to !== 'failed') return undefined;
    onRefused(step.failure);
    if (by.credential) return step.failure;
    field.current?.focus();
    field.current?.select();
    return step.failure ?? 'refused';
  }

  async function makePasskey(): Promise<void> {
    const credential = passkey && (await make?.(passkey));
    if (typeof credential === 'object') await finish({ credential });
  }

  return (
    <>
      <ScreenHeading ref={heading} lead={t(secret ? 'code.setUpLead' : 'code.setUpAgain')}>
        {t('code.setUpTitle')}
      </ScreenHeading>
      {secret && uri && qr ? (
        <div className={styles.setUp}>
          <QrCode className={styles.qr} code={qr} label={t('code.setUpQr')} />
          <p>{t('code.setUpByHand')}</p>
          <p>
            <code>{showSecret(secret)}</code>
          </p>
          <a href={uri}>{t('code.setUpOpen')}</a>
        </div>
      ) : null}
      <FormStack id={postedFormId} onSubmit={form.submit}>
        <input type="hidden" name="email" value={challenge.email} />
        <input type="hidden" name="session" value={challenge.session} />
        <input type="hidden" name="setup" value={setup} />
        <FormAlert error={error && { ...error, words: wordsFor(error.words, byPasskey) }} />
        <CodeField
          {...form.field('code')}
          onBlur={undefined}
          ref={field}
          length={limits.codeDigits}
          read={(text) => readDigits(text, limits.codeDigits)}
          label={t('code.setUpLabel')}
          readOnly={busy}
          onComplete={() => field.current?.form?.requestSubmit()}
        />
        <Button type="submit" name="action" value="verify" block loading={busy}>
          {t('code.verify')}
        </Button>
        {make && (
          <>
            <p className={styles.note}>{t('passkey.offer')}</p>
            <Button variant="secondary" block loading={busy} onClick={() => void makePasskey()}>
              {t('code.setUpPasskey')}
            </Button>
          </>
        )}
        {skipUntil === undefined ? null : (
          <>
            <p className={styles.note}>{t('code.setUpSkip', { day: dayIn(language, skipUntil) })}</p>
            <Button
              type="submit"
              name="action"
              value="skip"
              variant="quiet"
              block
              loading={busy}
              onClick={(event) => {
                event.preventDefault();
                void finish({});
              }}
            >
              {t('passkey.notNow')}
            </Button>
          </>
        )}
      </FormStack>
      <CodeHelp email={challenge.email} byMail={false} over={false} />
    </>
  );
}

/** The day that an admin chose: the same from the server and in the browser. */
const dayIn = (language: Language, time: number): string =>
  new Intl.DateTimeFormat(languageTag(language), { dateStyle: 'long', timeZone: 'UTC' }).format(
    chosenDay(time),
  );
