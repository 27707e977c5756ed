/**
 * The cookies of a browser without script: its device (docs/decisions/known-devices.md), which authorises nothing and only
 * says that the browser was given that id here, and its sign-up (docs/decisions/sign-up.md), which the script shares.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as limits from '@app/contract/fields/limits.ts';
import type { PostableForm } from '@app/contract/pages/page-data.ts';
import { linkLifetimes } from '@app/contract/fields/link-lifetimes.ts';
import { signUpProof as rule } from '@app/contract/fields/fields.ts';
import { signUpCookie } from '@app/contract/pages/cookies.ts';
import * as v from 'valibot';

import type { Keys } from '#security/tokens/keys.ts';
import { newDeviceToken, readDeviceToken } from '#security/tokens/device-token.ts';
import type { PostedForm } from './forms.ts';
import { cookieOf } from '#http/request/request-cookies.ts';
import { keyOfCall } from './form-key.ts';
import { newHandle } from '#security/tokens/handles.ts';

/** The forms whose call takes risk data. */
const withRiskData: readonly PostableForm[] = ['signInWithPassword', 'confirmDevice'];

/**
 * The body of a form's call, with the device of the request's cookie where the call takes one.
 *
 * @param publicUrl decides on the cookie's name: with https no other host can plant it
 */
export function withDevice(
  { form, key, body }: Pick<PostedForm, 'form' | 'key' | 'body'>,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  { keys, publicUrl }: { readonly keys: Keys; readonly publicUrl: string },
): Readonly<Record<string, unknown>> {
  if (!withRiskData.includes(form)) return body;
  return { ...body, contextData: deviceOf({ request, reply }, { keys, publicUrl }, key) };
}

/** The device of the request's cookie. A browser without one of ours gets one with the answer. */
export function deviceOf(
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  { keys, publicUrl }: { readonly keys: Keys; readonly publicUrl: string },
  key?: string,
): { readonly deviceToken: string } {
  const https = new URL(publicUrl).protocol === 'https:';
  const name = https ? '__Host-device_token' : 'device_token';
  const kept = cookieOf(request.headers.cookie, name);
  // By the key of the post, so that a second submit before the answer is the same call of the same device.
  const deviceToken =
    kept !== undefined && readDeviceToken(keys, kept) !== undefined ? kept : newDeviceToken(keys, key);
  const end = https ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${name}=${deviceToken}; Path=/; Max-Age=${limits.knownDeviceIdle / 1000}; HttpOnly; SameSite=Lax${end}`,
  );
  return { deviceToken };
}

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
