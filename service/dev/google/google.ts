/**
 * A stand-in for Google's sign-in, at `/stand-in/google`: the redirect, a page to choose an account, and an ID token in
 * the fragment (OpenID Connect Core §3.2). Anyone may sign in as anyone here, so it is never loaded outside
 * development.
 */
import { createHash, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { SignJWT } from 'jose';
import * as v from 'valibot';
import { minutes } from '@app/contract/fields/durations.ts';
import { email } from '@app/contract/fields/fields.ts';

import type { GoogleSettings, Settings } from '#settings/config.ts';
import type { Deps } from '#deps.ts';
import { installFormScope } from '#http/forms/form-scope.ts';
import type { Headers } from '#http/request/headers.ts';

import { type AskedOf, choicePage, faultPage, googlePageStyleHash, postPage } from './google-page.ts';

const base = '/stand-in/google';
/** The paths at which the token is received (requirements §4 "Google"): in the fragment, and posted. */
const returnPaths = ['/login', '/login/google'];
const tokenLifetime = minutes(60);

/** The parameters of the app's request, which the page's form repeats. */
const asked = v.object({
  client_id: v.string(),
  redirect_uri: v.string(),
  response_type: v.literal('id_token'),
  response_mode: v.optional(v.picklist(['fragment', 'form_post'])),
  scope: v.pipe(v.string(), v.regex(/(^| )openid( |$)/)),
  nonce: v.pipe(v.string(), v.nonEmpty(), v.maxLength(256)),
  state: v.optional(v.pipe(v.string(), v.maxLength(256))),
});

/** Mounts the stand-in, unless the settings name another issuer. */
export function installGoogleStandIn(app: FastifyInstance, headers: Headers, deps: Deps): void {
  const { settings } = deps;
  const { google } = settings;
  if (google?.jwksUrl !== `${settings.publicUrl}${base}/jwks.json`) return;

  const pageHeaders = headers.page([googlePageStyleHash]);
  const send = (reply: FastifyReply, html: string): FastifyReply =>
    reply.headers(pageHeaders).type('text/html; charset=utf-8').send(html);
  const signer = createSigner();

  app.get(`${base}/authorize`, async (request, reply) => {
    const read = readAsked(request.query, google, settings);
    if ('fault' in read) return send(reply.status(400), faultPage(read.fault));
    return send(reply, choicePage(read, settings.reseller.name));
  });
  installFormScope(app, settings, (scope) => {
    scope.post(`${base}/choose`, async (request, reply) => {
      const form = Object.fromEntries(request.body as URLSearchParams);
      const read = readAsked(form, google, settings);
      if ('fault' in read) return send(reply.status(400), faultPage(read.fault));
      if (form['action'] === 'cancel') return back(send, reply, read, { error: 'access_denied' });
      const chosen = v.safeParse(email, form['email']);
      if (!chosen.success)
        return send(reply.status(422), choicePage(read, settings.reseller.name, form['email'] ?? ''));
      const hosted = form['personal'] !== 'on';
      const idToken = await signer.sign({ address: chosen.output, hosted }, read.nonce, google, deps.clock());
      return back(send, reply, read, { id_token: idToken });
    });
  });
  app.get(`${base}/jwks.json`, async () => signer.jwks());
  app.get(`${base}/.well-known/openid-configuration`, async () => ({
    issuer: google.issuer,
    authorization_endpoint: google.authorizeUrl,
    jwks_uri: google.jwksUrl,
    response_types_supported: ['id_token'],
    response_modes_supported: ['fragment', 'form_post'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    scopes_supported: ['openid', 'email'],
    claims_supported: ['aud', 'azp', 'email', 'email_verified', 'exp', 'hd', 'iat', 'iss', 'nonce', 'sub'],
  }));
}

/** The request, if it is valid. An error is shown and never redirected: the address may belong to anyone. */
function readAsked(query: unknown, google: GoogleSettings, settings: Settings): AskedOf | { fault: string } {
  const read = v.safeParse(asked, query);
  if (!read.success) return { fault: `${String(read.issues[0].path?.[0]?.key)} is missing or not valid` };
  const { output } = read;
  if (output.client_id !== google.clientId) return { fault: 'client_id is not the one of the settings' };
  const places = [settings.publicUrl, ...settings.allowedOrigins].flatMap((origin) =>
    returnPaths.map((path) => origin + path),
  );
  if (!places.includes(output.redirect_uri))
    return { fault: `redirect_uri is not ${returnPaths.join(' or ')} of this app or of an allowed origin` };
  return output;
}

/** Back to the app with the answer in the fragment, which no server receives, or in a form. */
function back(
  send: (reply: FastifyReply, html: string) => FastifyReply,
  reply: FastifyReply,
  { redirect_uri: redirectUri, response_mode: mode, state }: AskedOf,
  answer: Readonly<Record<string, string>>,
): FastifyReply {
  const parameters = { ...answer, ...(state !== undefined && { state }) };
  if (mode === 'form_post') return send(reply, postPage(redirectUri, parameters));
  const fragment = new URLSearchParams(parameters);
  return reply.redirect(`${redirectUri}#${fragment.toString()}`, 303);
}

/** Signs with a key of this process (RS256), created at first use. */
function createSigner() {
  let made:
    { readonly kid: string; readonly privateKey: KeyObject; readonly publicKey: KeyObject } | undefined;
  const key = () => (made ??= { kid: randomUUID(), ...generateKeyPairSync('rsa', { modulusLength: 2048 }) });
  return {
    jwks() {
      const { kid, publicKey } = key();
      return { keys: [{ ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' }] };
    },
    /** The ID token of a verified address; `hosted`: the organisation's domain. `now` in milliseconds. */
    sign(
      { address, hosted }: { address: string; hosted: boolean },
      nonce: string,
      { issuer, clientId }: GoogleSettings,
      now: number,
    ): Promise<string> {
      const { kid, privateKey } = key();
      const domain = { hd: address.slice(address.lastIndexOf('@') + 1) };
      return new SignJWT({
        email: address,
        email_verified: true,
        nonce,
        azp: clientId,
        ...(hosted && domain),
      })
        .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid })
        .setIssuer(issuer)
        .setAudience(clientId)
        .setSubject(subjectOf(address))
        .setJti(randomUUID())
        .setIssuedAt(Math.floor(now / 1000))
        .setExpirationTime(Math.floor((now + tokenLifetime) / 1000))
        .sign(privateKey);
    },
  };
}

/** The subject of an address: the same at every start, and digits, as Google's are. */
function subjectOf(address: string): string {
  const digits = createHash('sha256').update(address).digest().readBigUInt64BE().toString();
  return `1${digits.padStart(20, '0')}`;
}
