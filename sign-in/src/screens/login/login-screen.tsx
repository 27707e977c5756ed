import { Stack } from '@app/ui/stack/stack.tsx';
import { lazy, useEffect, useState } from 'react';

import { useAuth } from '#auth/auth-context.tsx';
import { Step } from '#forms/step.tsx';
import { loadChunk } from '#load-chunk.ts';

import { closeCodeStep, useLoginStep } from './login-step.ts';
import { PasswordForm } from './password-form.tsx';

/** Nobody meets the code form in the first seconds, so the page loads it when it has nothing else to do. */
export const loadCodeForm = () => import('./code-form.tsx');
const CodeForm = lazy(() => loadChunk(loadCodeForm).then((module) => ({ default: module.CodeForm })));

/** The login screen (§2): the password form, and above it in the history the code form while a code is awaited. */
export function LoginScreen() {
  const { state, deps } = useAuth();
  const step = useLoginStep();
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
      <Stack>{showsCode ? <CodeForm kept={current} /> : <PasswordForm />}</Stack>
    </Step>
  );
}
