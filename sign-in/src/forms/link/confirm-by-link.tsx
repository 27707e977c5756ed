import { postedFormId } from '@app/contract/pages/form-key.ts';
import { Button } from '@app/ui/button/button.tsx';
import { ScreenHeading } from '@app/ui/screen-heading/screen-heading.tsx';
import { FormStack, Stack } from '@app/ui/stack/stack.tsx';
import { ScreenIcon } from '@app/ui/screen-icon/screen-icon.tsx';
import { useRef, type FormEvent } from 'react';

import type { TextKey } from '#i18n/text-key.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { useTitle } from '#i18n/use-title.ts';

import { FormAlert } from '#forms/form-alert.tsx';
import { ScreenButton } from '#forms/screen-button.tsx';
import { useInitialFocus } from '#forms/use-initial-focus.ts';
import { useSending, type FormError } from '#forms/use-sending.ts';
import { emailPlaceholder, TextWithEmail } from '#forms/text-with-email.tsx';

interface PageWords {
  readonly title: Extract<TextKey, `titles.${string}`>;
  readonly heading: TextKey;
  /** With the address in it. */
  readonly lead: TextKey;
}

interface ConfirmByLinkProps {
  readonly words: PageWords;
  readonly email: string;
  /** The link's token. */
  readonly token: string;
  /** What a post without script met. */
  readonly posted: FormError | null;
  /** Confirms. null: done, and on its way elsewhere. */
  readonly onSend: () => Promise<FormError | null>;
}

/** A page that confirms what a mailed link is about: by a button and never by itself, because scanners open links too. */
export function ConfirmByLink({ words, email, token, posted, onSend }: ConfirmByLinkProps) {
  const { t } = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  const { busy, error, alert, send } = useSending(posted);
  useTitle(words.title);
  useInitialFocus(heading);

  function submitted(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    void send(onSend);
  }

  return (
    <Stack>
      <ScreenHeading
        ref={heading}
        lead={<TextWithEmail words={t(words.lead, { email: emailPlaceholder })} email={email} />}
      >
        {t(words.heading)}
      </ScreenHeading>
      <FormStack id={postedFormId} onSubmit={submitted}>
        <FormAlert ref={alert} error={error?.words ?? null} wait={error?.wait} />
        <input type="hidden" name="email" value={email} />
        <input type="hidden" name="confirmationCode" value={token} />
        <Button type="submit" block loading={busy}>
          {t('account.confirm')}
        </Button>
      </FormStack>
    </Stack>
  );
}

interface ConfirmedByLinkProps {
  readonly words: PageWords;
  readonly email: string;
  /** Whether it is a success, with its mark. */
  readonly marked?: boolean;
}

/** What follows: how it ended, and the way to login. */
export function ConfirmedByLink({ words, email, marked = true }: ConfirmedByLinkProps) {
  const { t } = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  useTitle(words.title);
  useInitialFocus(heading);
  return (
    <Stack>
      {marked ? <ScreenIcon kind="done" /> : null}
      <ScreenHeading
        ref={heading}
        lead={<TextWithEmail words={t(words.lead, { email: emailPlaceholder })} email={email} />}
      >
        {t(words.heading)}
      </ScreenHeading>
      <ScreenButton to="/login" email={() => email}>
        {t('account.logIn')}
      </ScreenButton>
    </Stack>
  );
}
