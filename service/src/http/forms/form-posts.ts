/**
 * Forms that are posted without script: the same call as the script would have made, answered with the page and its
 * outcome in it, or with the session's cookies and the way on (requirements §4 "Fields"). Bodies are never logged.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PageData } from '@app/contract/pages/page-data.ts';
import { platformOfRedirect } from '@app/contract/pages/redirects.ts';
import { platforms, type Platform } from '@app/contract/fields/vocabulary.ts';
import type { TokensOnTheWire } from '@app/contract/tokens/tokens.ts';

import type { Settings } from '#settings/config.ts';
import type { Keys } from '#security/tokens/keys.ts';

import { newHandle } from '#security/tokens/handles.ts';

import { logCallBefore } from '#http/calls/call-log.ts';
import { keyOfCall } from './form-key.ts';
import { choosesPassword, formPages, readForm, type PostedForm } from './forms.ts';
import { linkAfterPost } from '#http/pages/link-check.ts';
import type { Pages } from '#http/pages/pages.ts';
import { queryOf, withLanguage } from '#http/request/request-address.ts';
import type { Caller } from '#http/calls/routes.ts';
import { clientTypeOf, outcomeOf } from './posted-outcome.ts';
import type { SsoPosts } from './sso-posts.ts';
import { redirectOf, type SignedInAnswer } from './signed-in-answer.ts';
import { withDevice, signUpProofOf } from './form-cookies.ts';

interface PostDeps {
  readonly keys: Keys;
  readonly settings: Settings;
  readonly caller: Caller;
  readonly pages: Pages;
  readonly signedIn: SignedInAnswer;
  readonly sso: SsoPosts;
}

/** Mounts the forms into a scope that reads form bodies (`form-scope.ts`). */
export function installFormPosts(scope: FastifyInstance, deps: PostDeps): void {
  for (const page of formPages) {
    scope.post(page, async (request, reply) => {
      const fields = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      return answerForm(readForm(page, fields, clientTypeOf(request)), request, reply, deps);
    });
  }
}

async function answerForm(
  posted: PostedForm,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: PostDeps,
): Promise<FastifyReply> {
  const { form, key, page, values, link } = posted;
  const setsPassword = choosesPassword(form);
  // The same for a repeat of the post.
  const mailboxProof = key === undefined ? newHandle() : keyOfCall(key, 'mailbox proof', {});
  const signUpProof = signUpProofOf(posted, { request, reply }, deps.settings.publicUrl);
  const body = {
    ...posted.body,
    ...(setsPassword && { mailboxProof }),
    ...(signUpProof !== undefined && { signUpProof }),
  };
  const platform = platformOf(request, deps.settings);
  const idempotencyKey = key === undefined ? undefined : keyOfCall(key, form, body);
  const brought = withDevice({ ...posted, body }, { request, reply }, { ...deps, ...deps.settings });
  const outcome = await outcomeOf(request, reply, () =>
    deps.caller.make(form, brought, request, { platform, idempotencyKey }),
  );
  if (!outcome.ok) {
    const data: PageData = { posted: { form, values, outcome } };
    if (link !== undefined) data.link = await linkAfterPost(link, outcome.status, request, deps.caller);
    return deps.pages.render(request, reply, data, { path: page, status: outcome.status });
  }
  if (form === 'startSso') return deps.sso.begin((outcome.answer as { url: string }).url, reply);
  if (form === 'disownSignIn') {
    const { pathname, search } = new URL((outcome.answer as { url: string }).url);
    // Else the page says what to do before the next sign-in.
    if (pathname !== '/login') return reply.redirect(withLanguage(pathname + search, request.url), 303);
  }
  const tokens = tokensIn(form, outcome.answer);
  if (tokens !== undefined) return deps.signedIn.send(tokens, platform, reply, values['email'] ?? '');
  if (setsPassword && !isElsewhere(form, outcome.answer)) {
    logCallBefore(request);
    const { email = '', password = '' } = posted.body;
    // The password just set signs in by the ordinary call; the link has proven the mailbox (requirements §4 "After an
    // invitation, a reset or a sign-up confirmation").
    const next: PostedForm = {
      form: 'signInWithPassword',
      key,
      page: '/login',
      body: { email, password, clientType: clientTypeOf(request), mailboxProof },
      values: { email },
    };
    return answerForm(next, request, reply, deps);
  }
  return deps.pages.render(request, reply, { posted: { form, values, outcome } }, { path: page });
}

/** Whether a sign-up was confirmed by another browser than its own, which is not signed in (threat C7). */
const isElsewhere = (form: PostedForm['form'], answer: unknown): boolean =>
  form === 'confirmSignUp' && !(answer as { sameBrowser: boolean }).sameBrowser;

const codeForms: ReadonlySet<PostedForm['form']> = new Set([
  'verifyCode',
  'verifySetUp',
  'verifyRecoveryCode',
]);

function tokensIn(form: PostedForm['form'], answer: unknown): TokensOnTheWire | undefined {
  if (form === 'signInWithPassword') return (answer as { basic?: TokensOnTheWire }).basic;
  const isFinished = codeForms.has(form) && !('setUp' in (answer as object));
  return isFinished ? (answer as TokensOnTheWire) : undefined;
}

/** The platform of the redirect, else the one that the address names; a form knows no stored one. */
function platformOf(request: FastifyRequest, settings: Settings): Platform {
  const redirect = redirectOf(request.url, settings);
  const named = queryOf(request.url).get('platform');
  const asked = redirect === undefined ? undefined : platformOfRedirect(redirect, settings);
  return asked ?? platforms.find((platform) => platform === named) ?? 'authentication-ui';
}
