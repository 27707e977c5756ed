/**
 * The device of a browser without script (docs/decisions/known-devices.md): the same signed token as the risk-data
 * script keeps, in a host-only cookie that no script can read. The forms of a sign-in bring it along; it authorises
 * nothing, and only says that this browser was given that id here.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as limits from '@app/contract/fields/limits.ts';
import type { PostableForm } from '@app/contract/pages/page-data.ts';

import type { Keys } from '#security/tokens/keys.ts';
import { newDeviceToken, readDeviceToken } from '#security/tokens/device-token.ts';

import type { PostedForm } from './forms.ts';
import { cookieOf } from '#http/request/request-cookies.ts';

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
