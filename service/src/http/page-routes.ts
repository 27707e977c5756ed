/** The app's routes (§2): every one is answered with a prerendered page in the person's language. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Settings } from '#config.ts';
import { Refusal } from '#refusal.ts';

import type { Headers } from './headers.ts';
import { cookieOf, languageOf } from './language.ts';
import type { FinishedPage, PageDocuments } from './page-documents.ts';

/** The route table of the specification (§2). */
export const appPaths = [
  '/',
  '/login',
  '/login/success',
  '/login/sso',
  '/password/forgot',
  '/password/reset',
  '/password/new',
  '/users/confirmation',
  '/signup/confirm',
  '/action_result',
  '/status',
] as const;

export interface Pages {
  /** Answers with the app; `status` 404 for a path that the app does not know. */
  send(request: FastifyRequest, reply: FastifyReply, status?: number): FastifyReply;
  /** Answers a posted login form with the login page and the outcome in it. */
  sendOutcome(request: FastifyRequest, reply: FastifyReply, status: number, early: unknown): FastifyReply;
}

/** `documents` undefined: the app is not built, and every page says so with a 503. */
export function createPages(
  settings: Settings,
  headers: Headers,
  documents: PageDocuments | undefined,
): Pages {
  const pageHeaders = {
    ...headers.page(documents?.styleHashes ?? []),
    'content-type': 'text/html; charset=utf-8',
    vary: 'Accept-Language, Cookie, Accept-Encoding',
  };
  const prefix = settings.publicUrl.startsWith('https:') ? '__Secure-' : '';
  const sessionCookies = [
    ...new Set(['id_token', 'refresh_token', `${prefix}id_token`, `${prefix}refresh_token`]),
  ];

  function built(): PageDocuments {
    if (documents === undefined)
      throw new Refusal('unavailable', { message: 'The sign-in app is not built.' });
    return documents;
  }

  return {
    send(request, reply, status = 200) {
      const { cookie } = request.headers;
      // Only whether there is one: which page is painted first. The app itself judges the session.
      const signedIn = sessionCookies.some((name) => cookieOf(cookie, name) !== undefined);
      const page = built().page(signedIn ? 'loading' : 'login', languageOf(request.url, request.headers));
      const [encoding, bytes] = encoded(page, request.headers['accept-encoding']);
      if (encoding !== undefined) reply.header('content-encoding', encoding);
      return reply.status(status).headers(pageHeaders).send(bytes);
    },
    sendOutcome(request, reply, status, early) {
      const language = languageOf(request.url, request.headers);
      return reply.status(status).headers(pageHeaders).send(built().loginAfterPost(language, early));
    },
  };
}

/** Mounts the routes of the app. HEAD comes with each GET. */
export function installPageRoutes(app: FastifyInstance, pages: Pages): void {
  for (const path of appPaths) app.get(path, async (request, reply) => pages.send(request, reply));
}

function encoded(page: FinishedPage, accepted = ''): [encoding: string | undefined, bytes: Buffer] {
  const names = accepted
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(';')[0]?.trim().toLowerCase());
  if (names.includes('br')) return ['br', page.br];
  if (names.includes('gzip')) return ['gzip', page.gzip];
  return [undefined, page.identity];
}
