import { Stack } from '@app/ui/stack/stack.tsx';
import type { MfaChallenge } from '@app/session/mfa-challenge.ts';
import { useEffect, useState } from 'react';

import { useAuth } from '#auth/auth-context.tsx';
import { usePageData } from '#auth/page-data.tsx';
import { Step } from '#forms/step.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { later } from '#later.ts';

import { closeCodeStep, useLoginStep } from './login-step.ts';
import { PasswordForm } from './password-form.tsx';

/** Nobody meets the code form in the first seconds, so it is fetched when somebody begins to sign in. */
export const codeForm = later<{ kept: MfaChallenge }>('code-form', () =>
  import('./code-form.tsx').then((module) => module.CodeForm),
);

/** The login screen (§2): the password form, and above it in the history the code form while a code is awaited. */
export function LoginScreen() {
  const { state, deps } = useAuth();
  const { posted } = usePageData();
  const step = useLoginStep(posted ? 'code' : 'password');
  const session = state.sessionTokenForMFA;
  const awaitsCode = state.mfaInitiated || state.status === 'AUTHENTICATED';
  // Kept while the finished sign-in leads on, so the form does not change under the person's eyes.
  const [kept, setKept] = useState(() => deps.challenge.read());
  const current = session && kept?.session !== session ? deps.challenge.read() : kept;
  if (current !== kept) setKept(current);

  const showsCode = step === 'code' && awaitsCode && current !== undefined;
  // The challenge ended (too many wrong codes, an expired session): the code form's place in the history goes with it.
  const stranded = step === 'code' && !awaitsCode;
  useEffect(() => {
    if (stranded) closeCodeStep();
  }, [stranded]);

  return (
    <Step name={showsCode ? current.session : 'password'}>
      <Stack>{showsCode ? <CodeStep kept={current} /> : <PasswordForm />}</Stack>
    </Step>
  );
}

function CodeStep({ kept }: { kept: MfaChallenge }) {
  const CodeForm = codeForm.use(useTexts().texts);
  // oxlint-disable-next-line react/static-components -- the same component every time: it is looked up, not made
  return <CodeForm kept={kept} />;
}
