/** A screen that confirms a mailed link only by a button, because mail scanners open links too. */
import { linkPages, type LinkPage } from '@app/contract/pages/links.ts';
import type { Failure } from '@app/session/calls/failure.ts';
import { Button } from '@app/ui/button';
import { ScreenHeading } from '@app/ui/screen-heading';
import { ScreenIcon } from '@app/ui/screen-icon';
import { Stack } from '@app/ui/stack';
import { useRef, useState } from 'react';

import { useAuth } from '#auth/auth-context.tsx';
import type { AuthDeps } from '#auth/auth-deps.ts';
import { accountFormError } from '#auth/link/account-failure-words.ts';
import { clearStoredLink, type MailedLink } from '#auth/link/link-from-address.ts';
import { usePostedForm, type AccountForm } from '#auth/start/posted-outcome.ts';
import type { FormError } from '#forms/form-alert.tsx';
import { Form } from '#forms/form.tsx';
import { ScreenButton } from '#forms/screen-link.tsx';
import { emailPlaceholder, TextWithEmail } from '#forms/text-with-email.tsx';
import { useForm } from '#forms/use-form.ts';
import { useInitialFocus } from '#forms/use-initial-focus.ts';
import { type TextKey, useTexts, useTitle } from '#i18n/use-texts.ts';

import { LinkScreen, type ConsumeLink, type LinkWords } from './link-screen.tsx';

/** The texts of one page. */
interface PageWords {
  readonly title: Extract<TextKey, `titles.${string}`>;
  readonly heading: TextKey;
  /** With the address in it. */
  readonly lead?: TextKey;
}

/** How a confirmation ends. */
export interface End extends PageWords {
  /** Whether it is a success, with its icon. */
  readonly success: boolean;
}

interface ConfirmByLinkProps {
  readonly page: LinkPage;
  readonly form: AccountForm;
  readonly words: PageWords;
  readonly linkWords: LinkWords;
  readonly confirm: (deps: AuthDeps, link: MailedLink) => Promise<Failure | undefined>;
  readonly errorOf?: (failure: Failure) => FormError;
  /** The ending after this answer. Undefined: it can be tried again. */
  readonly endOf: (failure: Failure | undefined) => End | undefined;
  /** Opens another screen. Omitted, or false: the ending is shown on this one. */
  readonly onConfirmed?: (link: MailedLink) => boolean;
}

export function ConfirmByLink(props: ConfirmByLinkProps) {
  const { page, form, linkWords, endOf, onConfirmed } = props;
  const { deps } = useAuth();
  const posted = usePostedForm(form);
  const postedEnd = posted && endOf(posted.failure);
  const [ended, setEnded] = useState(postedEnd && { end: postedEnd, email: posted.values['email'] ?? '' });

  async function send(link: MailedLink, consume: ConsumeLink): Promise<Failure | undefined> {
    const failure = await consume(() => props.confirm(deps, link));
    const end = endOf(failure);
    if (!end) return failure;
    clearStoredLink(deps.memory);
    if (!onConfirmed?.(link)) setEnded({ end, email: link.email });
    return undefined;
  }

  if (ended) return <Ended {...ended} />;
  return (
    <LinkScreen page={page} words={linkWords}>
      {(link, consume) => (
        <ConfirmForm {...props} link={link} posted={posted?.failure} onSend={() => send(link, consume)} />
      )}
    </LinkScreen>
  );
}

interface ConfirmFormProps extends Pick<ConfirmByLinkProps, 'page' | 'words' | 'errorOf'> {
  readonly link: MailedLink;
  readonly posted: Failure | undefined;
  readonly onSend: () => Promise<Failure | undefined>;
}

function ConfirmForm({ page, words, errorOf = accountFormError, link, posted, onSend }: ConfirmFormProps) {
  const { t } = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  const form = useForm({ posted, errorOf, send: onSend });
  useTitle(words.title);
  useInitialFocus(heading);
  return (
    <Stack>
      <Heading ref={heading} words={words} email={link.email} />
      <Form form={form}>
        <input type="hidden" name="email" value={link.email} />
        {/* The token's name in the body of the call, which differs from the one in the address. */}
        <input
          type="hidden"
          name={linkPages[page].kind === 'device' ? 'code' : 'confirmationCode'}
          value={link.token}
        />
        <Button type="submit" block loading={form.busy}>
          {t('account.confirm')}
        </Button>
      </Form>
    </Stack>
  );
}

export function Ended({ end, email }: { end: End; email: string }) {
  const { t } = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  useTitle(end.title);
  useInitialFocus(heading);
  return (
    <Stack>
      {end.success ? <ScreenIcon kind="done" /> : null}
      <Heading ref={heading} words={end} email={email} />
      <ScreenButton to="/login" email={() => email}>
        {t('account.logIn')}
      </ScreenButton>
    </Stack>
  );
}

function Heading({
  ref,
  words: { heading, lead },
  email,
}: {
  ref: React.Ref<HTMLHeadingElement>;
  words: PageWords;
  email: string;
}) {
  const { t } = useTexts();
  return (
    <ScreenHeading
      ref={ref}
      lead={lead && <TextWithEmail words={t(lead, { email: emailPlaceholder })} email={email} />}
    >
      {t(heading)}
    </ScreenHeading>
  );
}
