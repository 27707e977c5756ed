/** A screen that sets a password by a mailed link, and then signs in with it by the ordinary call. */
import { isolated } from '@app/contract/fields/isolated.ts';
import type { InvitationFacts, LinkPage } from '@app/contract/pages/links.ts';
import type { Failure } from '@app/session/calls/failure.ts';
import { languageTag } from '@app/contract/fields/vocabulary.ts';
import { Banner } from '@app/ui/banner';
import { ScreenHeading } from '@app/ui/screen-heading';
import { Stack } from '@app/ui/stack';
import { type ReactNode, useRef } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { Button } from '@app/ui/button';
import { VisuallyHidden } from '@app/ui/visually-hidden';

import { useAuth } from '#auth/auth-context.tsx';
import type { AuthDeps } from '#auth/auth-deps.ts';
import { accountFormError } from '#auth/link/account-failure-words.ts';
import type { MailedLink } from '#auth/link/link-from-address.ts';
import type { ChosenPassword } from '#auth/link/recovery.ts';
import { signInAfterLink } from '#auth/link/sign-in-after-link.ts';
import { usePostedForm, type AccountForm } from '#auth/start/posted-outcome.ts';
import type { FormError } from '#forms/form-alert.tsx';
import { useNotice } from '#forms/notices.ts';
import { emailPlaceholder, TextWithEmail } from '#forms/text-with-email.tsx';
import { type TextKey, useTexts, useTitle } from '#i18n/use-texts.ts';
import { Form } from '#forms/form.tsx';
import { useForm } from '#forms/use-form.ts';
import { useInitialFocus } from '#forms/use-initial-focus.ts';
import { NewPasswordFields } from '#forms/new-password/new-password-fields.tsx';
import { newPasswordFields } from '#forms/new-password/new-password-rules.ts';

import { LinkScreen, type ConsumeLink, type LinkWords } from './link-screen.tsx';

interface ChoosePasswordProps {
  readonly page: LinkPage;
  readonly form: AccountForm;
  /** The name of the link's token in the body of the call. */
  readonly token: 'code' | 'confirmationCode';
  readonly words: {
    readonly title: Extract<TextKey, `titles.${string}`>;
    readonly heading: TextKey;
    /** Contains the address. */
    readonly lead: TextKey;
    readonly submit: TextKey;
    /** Shown when the sign-in has succeeded as well, or opened its code step. */
    readonly signedIn: TextKey;
    /** Shown when the password is set, but the sign-in has failed. */
    readonly notSignedIn: TextKey;
  };
  readonly linkWords: LinkWords;
  /** 'elsewhere': set, but this browser opens the login instead of being signed in. */
  readonly setPassword: (
    deps: AuthDeps,
    link: MailedLink,
    chosen: ChosenPassword,
  ) => Promise<Failure | 'elsewhere' | undefined>;
  readonly errorOf?: (failure: Failure) => FormError;
  /** The content below the form. */
  readonly children?: (link: MailedLink) => ReactNode;
}

export function ChoosePassword({ children, ...props }: ChoosePasswordProps) {
  const { page, linkWords, errorOf = accountFormError } = props;
  return (
    <LinkScreen page={page} words={linkWords} errorOf={errorOf}>
      {(link, consume, invitation) => (
        <PasswordForLink {...props} errorOf={errorOf} link={link} consume={consume} invitation={invitation}>
          {children?.(link)}
        </PasswordForLink>
      )}
    </LinkScreen>
  );
}

interface PasswordForLinkProps extends Omit<ChoosePasswordProps, 'errorOf' | 'children'> {
  readonly link: MailedLink;
  readonly consume: ConsumeLink;
  readonly invitation: InvitationFacts | undefined;
  readonly errorOf: (failure: Failure) => FormError;
  readonly children: ReactNode;
}

function PasswordForLink(props: PasswordForLinkProps) {
  const { link, consume, invitation, form, token, words, setPassword, errorOf, children } = props;
  const { t, language } = useTexts();
  const { deps } = useAuth();
  const notice = useNotice();
  const posted = usePostedForm(form);
  useTitle(words.title);

  const send = (chosen: ChosenPassword): Promise<Failure | undefined> =>
    consume(async () => {
      const set = await setPassword(deps, link, chosen);
      if (typeof set === 'object') return set;
      const { email } = link;
      const elsewhere = set === 'elsewhere';
      if (elsewhere) navigate('/login', { replace: true, state: { step: 'password', email } });
      const signedIn = !elsewhere && (await signInAfterLink(deps, { email, password: chosen.password }));
      notice(
        signedIn
          ? { words: words.signedIn, variant: 'success' }
          : { words: words.notSignedIn, variant: 'info' },
      );
      return undefined;
    });

  const heading = t(words.heading);
  const lead = t(words.lead, { email: emailPlaceholder });
  const { company, inviter, others = [] } = invitation ?? {};
  const invitedBy = inviter ? `${t('invitation.invitedBy', { inviter: isolated(inviter) })} ` : '';

  return (
    <Stack>
      <ScreenHeading
        lead={<TextWithEmail words={company ? `${invitedBy}${heading} ${lead}` : lead} email={link.email} />}
      >
        {company ? t('invitation.join', { company: isolated(company) }) : heading}
      </ScreenHeading>
      {others.length > 0 ? (
        <Banner variant="info">
          {t('invitation.others', {
            companies: new Intl.ListFormat(languageTag(language)).format(others.map(isolated)),
          })}
        </Banner>
      ) : null}
      <NewPasswordForm
        email={link.email}
        token={{ name: token, value: link.token }}
        submit={words.submit}
        errorOf={errorOf}
        posted={posted?.failure}
        onSend={send}
      />
      {children}
    </Stack>
  );
}

interface NewPasswordFormProps {
  /** The account's address; password managers store it with the password. */
  readonly email: string;
  /** The link's token, by the name that the service reads from a form posted without script. */
  readonly token: { readonly name: 'code' | 'confirmationCode'; readonly value: string };
  readonly submit: TextKey;
  readonly errorOf: (failure: Failure) => FormError;
  /** The failure of a post without script. */
  readonly posted: Failure | undefined;
  /** Sets the password. */
  readonly onSend: (chosen: {
    password: string;
    passwordConfirmation: string;
  }) => Promise<Failure | undefined>;
}

const fields = newPasswordFields({}, {});

/** The form for a new password by a mailed link (spec §2). Typed values stay after every failure. */
function NewPasswordForm({ email, token, submit, errorOf, posted, onSend }: NewPasswordFormProps) {
  const { t } = useTexts();
  const first = useRef<HTMLInputElement>(null);
  const form = useForm({
    fields,
    posted,
    errorOf,
    send: (value) =>
      onSend({ password: value('password'), passwordConfirmation: value('passwordConfirmation') }),
  });
  useInitialFocus(first);

  return (
    <Form form={form}>
      <VisuallyHidden aria-hidden="true">
        <input type="email" name="email" autoComplete="username" value={email} readOnly tabIndex={-1} />
      </VisuallyHidden>
      <input type="hidden" name={token.name} value={token.value} />
      <NewPasswordFields
        ref={first}
        watch={form.watch}
        problems={form.problems}
        readOnly={form.busy}
        label="password.new"
      />
      <Button type="submit" block loading={form.busy}>
        {t(submit)}
      </Button>
    </Form>
  );
}
