/** Runs before every route: security headers, Host check, CORS, JSON bodies; and answers errors and unknown paths. */
import cors from '@fastify/cors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { emailChangeCancelPath, emailChangePath } from '@app/contract/pages/links.ts';

import type { Settings } from '#settings/config.ts';
import { Refusal } from '#refusal.ts';

import { type Headers, requestIdHeader } from '#http/request/headers.ts';
import { createHostCheck } from '#http/request/host-check.ts';
import { installLargeBodyAnswer } from '#http/request/large-body.ts';
import { bodyLimit, parseJsonBody } from './json-body.ts';
import type { Pages } from '#http/pages/pages.ts';
import { refusalAnswer, type RefusalAnswer, refusalReason } from './refusal-answer.ts';
import { pathOf, searchOf } from '#http/request/request-address.ts';

/** Seconds that a browser may cache a preflight's answer. */
const preflightMaxAge = 7200;

export function installRequestHooks(
  app: FastifyInstance,
  settings: Settings,
  headers: Headers,
  pages: Pages,
): void {
  const checkHost = createHostCheck(settings.publicUrl);

  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers.api).header(requestIdHeader, request.id);
    checkHost(request.raw);
  });

  // No cookies, so no credentials: a page of a foreign origin can only do what anyone could (threat D2).
  void app.register(cors, {
    origin: [...settings.allowedOrigins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['content-type', 'x-origin', 'x-platform', 'idempotency-key', 'authorization'],
    exposedHeaders: ['retry-after', 'www-authenticate', requestIdHeader],
    credentials: false,
    maxAge: preflightMaxAge,
    strictPreflight: false,
  });

  installLargeBodyAnswer(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit },
    async (_request: FastifyRequest, body: Buffer) => parseJsonBody(body),
  );

  app.setErrorHandler((thrown, request, reply) => {
    // Node's error of a connection that its client closed has the same code as one of a lost database.
    const isCutOff = thrown === request.raw.errored;
    const error = isCutOff ? new Refusal('malformed') : thrown;
    // The framework writes no line for an answer that cannot be sent.
    if (isCutOff)
      request.log.info({ path: request.routeOptions.url }, 'the client closed the connection early');
    const answer = noted(refusalAnswer(error, request.id), error, request);
    if (!pages.built || !isForPerson(request) || !pageStatuses.has(answer.status))
      return sendAnswer(answer, reply);
    return pages.send('unknown', request, reply.headers(answer.headers), answer.status);
  });
  installNotFound(app, pages);
}

/** Answers an error as a refusal. An error that is no `Refusal` is logged whole and answered as `unknown`. */
export function sendRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendAnswer(noted(refusalAnswer(error, request.id), error, request), reply);
}

function noted(answer: RefusalAnswer, error: unknown, request: FastifyRequest): RefusalAnswer {
  request.refusalName = answer.name;
  request.refusalReason = refusalReason(error);
  if (answer.name === 'unknown') request.log.error({ err: error }, 'a call failed unexpectedly');
  else if (answer.name === 'unavailable') {
    request.log.warn({ reason: reasonOf(error) }, 'what the call needs did not answer');
  }
  return answer;
}

const sendAnswer = ({ status, headers, body }: RefusalAnswer, reply: FastifyReply): FastifyReply =>
  reply.status(status).headers(headers).type('application/json; charset=utf-8').send(body);

/** Unknown paths are 404; known ones asked by another method are 405 and say what they answer (RFC 9110 §15.5.6). */
function installNotFound(app: FastifyInstance, pages: Pages): void {
  const methodsOf = collectMethods(app);
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request.url);
    // One address for one page: `/login/` leads to `/login`. Only to what is known, so it never leads elsewhere.
    const page = path.replace(/\/+$/, '');
    if (page !== path && isVisit(request) && methodsOf(page).has('GET'))
      return reply.redirect(page + searchOf(request.url), 308);
    const known = methodsOf(path);
    const name = known.size === 0 || known.has(request.method) ? 'notFound' : 'methodNotAllowed';
    if (name === 'methodNotAllowed') reply.header('allow', [...known, 'OPTIONS'].join(', '));
    if (!pages.built || !isVisit(request) || !isForPerson(request))
      return sendRefusal(new Refusal(name), request, reply);
    const refusal = new Refusal(name);
    const { status } = noted(refusalAnswer(refusal, request.id), refusal, request);
    return pages.send('not-found', request, reply, status);
  });
}

/** Refusals that a person sees as the page of an unexpected error: faults, and posts that are refused. */
const pageStatuses: ReadonlySet<number> = new Set([403, 413, 415, 429, 500, 503]);

const isVisit = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD';

const emailChangePages: ReadonlySet<string> = new Set([emailChangePath, emailChangeCancelPath]);

/** Where a browser is on its way through a company's identity provider. */
const samlPage = /^\/auth\/v1\/saml\/[^/]+\/(login|acs|logout)$/;

/** A browser that opens or posts to a page gets a page in the person's language; a program gets the error shape. */
function isForPerson(request: FastifyRequest): boolean {
  const path = pathOf(request.url);
  return (
    (request.headers.accept ?? '').includes('text/html') &&
    (emailChangePages.has(path) || samlPage.test(path) || !/^\/(auth|assets|\.well-known)\//.test(path))
  );
}

/** The short reason of a lost database for the log: never a query, never its values. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error ? String(error.code) : error.message.slice(0, 120);
}

/** A parameter of a route, as in `/auth/v1/saml/:companyId/acs`. */
const parameter = /^:\w+$/;

/** Collects the methods of every route that is added after this call. Paths of wildcard routes have none. */
function collectMethods(app: FastifyInstance): (path: string) => ReadonlySet<string> {
  const byRoute = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = byRoute.get(url) ?? new Set();
    for (const one of [method].flat()) methods.add(one);
    byRoute.set(url, methods);
  });
  return (path) => {
    const exact = byRoute.get(path);
    if (exact !== undefined) return exact;
    const methods = new Set<string>();
    for (const [route, of] of byRoute) {
      if (fits(route, path)) for (const one of of) methods.add(one);
    }
    return methods;
  };
}

function fits(route: string, path: string): boolean {
  if (!route.includes(':')) return false;
  const wanted = route.split('/');
  const given = path.split('/');
  return (
    wanted.length === given.length && wanted.every((one, at) => parameter.test(one) || one === given[at])
  );
}
