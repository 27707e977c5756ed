import { Stack } from '@app/ui/stack';
import type { Challenge } from '@app/session/stored/challenge.ts';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';

import { useAuth } from '#auth/auth-context.tsx';
import { useEmailFromHistory, usePath, useSearch } from '#auth/address.tsx';
import type { AuthState } from '#auth/auth-state.ts';
import { usePageData } from '#auth/start/page-data.tsx';
import { failWith } from '#auth/sign-in-failure.ts';
import { Step } from '#forms/step.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { lazyComponent } from '#lazy-component.ts';
import { loadChunk } from '@app/session/pages/load-chunk.ts';

import { closeStep, isSsoPage, openStep, stepNow, useLoginStep } from './login-step.ts';
import { PasswordForm } from './password-form.tsx';

/** The code form is not needed in the first seconds, so it is loaded when the person begins to sign in. */
export const codeForm = lazyComponent<{ stored: Challenge }>('code-form', () =>
  import('./code/code-form.tsx').then((module) => module.CodeForm),
);
/** The SSO form is loaded on demand like the code form. */
export const ssoForm = lazyComponent<{ typed: string | undefined }>('sso-form', () =>
  import('./sso-form.tsx').then((module) => module.SsoForm),
);

/** The step for an account that currently accepts no password, loaded on demand. */
export const passwordBlocked = lazyComponent<{ email: string; onBack: () => void }>('password-blocked', () =>
  import('./password-blocked.tsx').then((module) => module.PasswordBlocked),
);
export const isPasswordBlocked = ({ signedInError }: Pick<AuthState, 'signedInError'>): boolean =>
  signedInError === 'errors.unknownDevice' || signedInError === 'errors.renewalRequired';

/**
 * The login screen (spec §2): the password form. While a code is awaited, the code form comes after it in the history;
 * on request, or if the account needs it, the SSO form does.
 */
export function LoginScreen() {
  const { texts } = useTexts();
  const { state, deps } = useAuth();
  const { posted } = usePageData();
  const open = useLoginStep(posted ? 'code' : 'password');
  const session = state.challengeSession;
  const awaitsCode = state.codeStepOpen || state.status === 'AUTHENTICATED';
  // Kept while a finished sign-in opens the next page, so that the form does not change in the meantime.
  const [kept, setKept] = useState(() => deps.challenge.read());
  const current = session && kept?.session !== session ? deps.challenge.read() : kept;
  if (current !== kept) setKept(current);
  // The last typed email is passed from form to form.
  const [typed, setTyped] = useState<string>();
  const carried = useEmailFromHistory();
  const forms = useRef<HTMLDivElement>(null);

  async function openSso(): Promise<void> {
    const field = forms.current?.querySelector<HTMLInputElement>('[name=email]');
    await loadChunk(() => ssoForm.preload(texts)).then(
      () => openStep('sso', field?.value.trim()),
      () => failWith(deps, 'errors.network'),
    );
  }

  // For an account that signs in by SSO, or after a failed SSO attempt, open the SSO form (requirements §4 "Sign-in
  // method").
  const needsSso = state.signedInStrategy === 'saml' && state.signedInError !== null && !state.sessionExpired;
  // If this is known before the first render, after a return from another page, the SSO form is shown first.
  const [atOnce] = useState(needsSso && !posted);
  // With an error, the address is a failed return, which is shown at the login page.
  const failed = /[?&]error=/.test(useSearch());
  const ssoPage = isSsoPage(usePath()) && !failed;
  const step = ssoPage || (atOnce && stepNow() === undefined) ? 'sso' : open;

  const blocked = isPasswordBlocked(state);
  const showsCode = step === 'code' && awaitsCode && current !== undefined;
  // When the challenge ends (too many wrong codes, an expired session), leave the code form's history entry.
  const stranded = step === 'code' && !awaitsCode;
  useEffect(() => {
    if (stranded) closeStep('code');
  }, [stranded]);

  const arrived = useRef(false);
  // A layout effect, so that the browser does not paint the form that is left.
  useLayoutEffect(() => {
    // Not for a person who came back from there to the password form.
    if (needsSso && !ssoPage && (arrived.current || stepNow() === undefined)) void openSso();
    arrived.current = true;
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each time that it begins to be needed
  }, [needsSso]);

  return (
    <Step
      name={blocked ? 'password-blocked' : showsCode ? current.session : step === 'sso' ? step : 'password'}
    >
      <Stack
        ref={forms}
        onInput={({ target }) => {
          if (target instanceof HTMLInputElement && target.name === 'email') setTyped(target.value);
        }}
        onSubmitCapture={({ target }) => {
          const field = target instanceof HTMLFormElement && target.elements.namedItem('email');
          if (field instanceof HTMLInputElement) setTyped(field.value.trim());
        }}
      >
        {blocked ? (
          <PasswordBlockedStep
            email={typed ?? carried ?? state.email ?? ''}
            onBack={() => deps.dispatch({ type: 'signOut' })}
          />
        ) : showsCode ? (
          <CodeStep stored={current} />
        ) : step === 'sso' ? (
          <SsoStep typed={typed} />
        ) : (
          <PasswordForm typed={typed} openSso={openSso} />
        )}
      </Stack>
    </Step>
  );
}

function CodeStep({ stored }: { stored: Challenge }) {
  const CodeForm = codeForm.use(useTexts().texts);
  // oxlint-disable-next-line react/static-components -- the same component every time: it is looked up, not made
  return <CodeForm stored={stored} />;
}

function PasswordBlockedStep(props: { email: string; onBack: () => void }) {
  const PasswordBlocked = passwordBlocked.use(useTexts().texts);
  // oxlint-disable-next-line react/static-components -- the same component every time: it is looked up, not made
  return <PasswordBlocked {...props} />;
}

function SsoStep({ typed }: { typed: string | undefined }) {
  const SsoForm = ssoForm.use(useTexts().texts);
  // oxlint-disable-next-line react/static-components -- the same component every time: it is looked up, not made
  return <SsoForm typed={typed} />;
}
