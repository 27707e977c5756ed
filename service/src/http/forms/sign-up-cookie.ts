/**
 * The cookie of a browser that signs up, which the app without script and the script share
 * (docs/decisions/sign-up.md). The form of a sign-up writes it, that of its confirmation takes it along.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { linkLifetimes } from '@app/contract/fields/link-lifetimes.ts';
import { signUpProof as rule } from '@app/contract/fields/fields.ts';
import { signUpCookie } from '@app/contract/pages/cookies.ts';
import * as v from 'valibot';

import type { PostedForm } from './forms.ts';
import { keyOfCall } from './form-key.ts';
import { newHandle } from '#security/tokens/handles.ts';
import { cookieOf } from '#http/request/request-cookies.ts';

/** The proof that a form's call takes, or undefined where it takes none. A browser that signs up keeps its proof. */
export function signUpProofOf(
  { form, key }: Pick<PostedForm, 'form' | 'key'>,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  publicUrl: string,
): string | undefined {
  if (form !== 'signUp' && form !== 'confirmSignUp') return undefined;
  const https = new URL(publicUrl).protocol === 'https:';
  const name = signUpCookie(https);
  const held = cookieOf(request.headers.cookie, name);
  const kept = v.is(rule, held) ? held : undefined;
  if (form === 'confirmSignUp') return kept;
  // By the key of the post, so that a second submit before the answer is the same call of the same browser.
  const proof = kept ?? (key === undefined ? newHandle() : keyOfCall(key, 'sign-up proof', {}));
  const end = https ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${name}=${proof}; Path=/; Max-Age=${linkLifetimes.signUp / 1000}; SameSite=Lax${end}`,
  );
  return proof;
}
