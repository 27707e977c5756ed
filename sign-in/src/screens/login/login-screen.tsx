import { Stack } from '@app/ui/stack/stack.tsx';
import type { Challenge } from '@app/session/stored/challenge.ts';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';

import { useAuth } from '#auth/auth-context.tsx';
import { useEmailFromHistory } from '#auth/address.tsx';
import type { AuthState } from '#auth/auth-state.ts';
import { usePageData } from '#auth/start/page-data.tsx';
import { failWith } from '#auth/sign-in-failure.ts';
import { Step } from '#forms/step.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { lazyComponent } from '#lazy-component.ts';
import { loadChunk } from '#load-chunk.ts';

import { closeStep, openStep, stepNow, useLoginStep } from './login-step.ts';
import { PasswordForm } from './password-form.tsx';

/** Nobody meets the code form in the first seconds, so it is fetched when somebody begins to sign in. */
export const codeForm = lazyComponent<{ stored: Challenge }>('code-form', () =>
  import('./code/code-form.tsx').then((module) => module.CodeForm),
);
/** The same for the SSO form. */
export const ssoForm = lazyComponent<{ typed: string | undefined }>('sso-form', () =>
  import('./sso-form.tsx').then((module) => module.SsoForm),
);

/** What is left where a password does not open the account any more. */
export const passwordBlocked = lazyComponent<{ email: string; onBack: () => void }>('password-blocked', () =>
  import('./password-blocked.tsx').then((module) => module.PasswordBlocked),
);
export const isPasswordBlocked = ({ signedInError }: Pick<AuthState, 'signedInError'>): boolean =>
  signedInError === 'errors.unknownDevice' || signedInError === 'errors.renewalRequired';

/**
 * The login screen (spec §2): the password form, and above it in the history the code form while a code is awaited, or
 * the SSO form for whoever asks for it or is known to need it.
 */
export function LoginScreen() {
  const { texts } = useTexts();
  const { state, deps } = useAuth();
  const { posted } = usePageData();
  const open = useLoginStep(posted ? 'code' : 'password');
  const session = state.challengeSession;
  const awaitsCode = state.codeStepOpen || state.status === 'AUTHENTICATED';
  // Held while a finished sign-in leads to the next page, so that the form does not change meanwhile.
  const [kept, setKept] = useState(() => deps.challenge.read());
  const current = session && kept?.session !== session ? deps.challenge.read() : kept;
  if (current !== kept) setKept(current);
  // The email goes along from form to form as it was typed last.
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

  // An account that signs in by SSO, or an attempt at it that failed: its form is where to go on (requirements §4
  // "Sign-in method").
  const needsSso = state.signedInStrategy === 'saml' && state.signedInError !== null && !state.sessionExpired;
  // Known before this screen is there, on the way back from elsewhere, its form is the first that is seen.
  const [atOnce] = useState(needsSso && !posted);
  const step = atOnce && stepNow() === undefined ? 'sso' : open;

  const blocked = isPasswordBlocked(state);
  const showsCode = step === 'code' && awaitsCode && current !== undefined;
  // The challenge ended (too many wrong codes, an expired session): the code form's place in the history goes with it.
  const stranded = step === 'code' && !awaitsCode;
  useEffect(() => {
    if (stranded) closeStep('code');
  }, [stranded]);

  const arrived = useRef(false);
  // Before the browser paints what is to be left at once.
  useLayoutEffect(() => {
    // Not for whoever came back to the password form from there.
    if (needsSso && (arrived.current || stepNow() === undefined)) void openSso();
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
