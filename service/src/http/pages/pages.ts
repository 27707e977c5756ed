/** Answers with pages of the sign-in app: a finished document, or a screen that the app renders for this request. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieName } from '@app/contract/pages/cookies.ts';
import type { PageData } from '@app/contract/pages/page-data.ts';
import { supportCodeOf } from '@app/contract/fields/support-code.ts';
import { noSupportCode } from '@app/contract/fields/typed-support-code.ts';

import type { Settings } from '#settings/config.ts';
import { Refusal } from '#refusal.ts';

import { appConfig } from './app-config.ts';
import type { BuiltApp } from './built-app.ts';
import { encodingOf } from './compressed-page.ts';
import type { Headers } from '#http/request/headers.ts';
import { languageOf } from '#http/request/language.ts';
import type { FontTime, PageName } from './page-documents.ts';
import { withFormAddress } from '#http/forms/form-key.ts';
import { pathOf, searchOf } from '#http/request/request-address.ts';
import { cookieValues } from '#http/request/request-cookies.ts';

export interface Pages {
  /** Whether the app is built; without it every page is refused with a 503. */
  readonly built: boolean;
  /** A finished document, in the person's language. */
  send(name: PageName, request: FastifyRequest, reply: FastifyReply, status?: number): FastifyReply;
  /** A screen rendered from what the service knows. `path` and `search` replace the request's own. */
  render(
    request: FastifyRequest,
    reply: FastifyReply,
    page: PageData,
    options?: DrawOptions,
  ): Promise<FastifyReply>;
}

export interface DrawOptions {
  readonly path?: string;
  readonly search?: string;
  readonly status?: number;
}

export function createPages(settings: Settings, headers: Headers, built: BuiltApp | undefined): Pages {
  const pageHeaders = {
    ...headers.page(built?.documents.styleHashes ?? []),
    'content-type': 'text/html; charset=utf-8',
    vary: 'Accept-Language, Cookie, Accept-Encoding',
  };

  // Set when a person has typed or pressed something here: that browser has loaded the font, and most likely still has
  // it.
  const visitorId = cookieName('visitor_id', settings.publicUrl.startsWith('https:'));
  const fontTime = ({ headers: { cookie } }: FastifyRequest): FontTime =>
    cookieValues(cookie, visitorId).length > 0 ? 'now' : 'late';

  function mustBeBuilt(): BuiltApp {
    if (built === undefined) throw new Refusal('unavailable', { message: 'The sign-in app is not built.' });
    return built;
  }

  return {
    built: built !== undefined,
    send(name, request, reply, status = 200) {
      const language = languageOf(request.url, request.headers);
      if (name === 'unknown') {
        const document = mustBeBuilt()
          .documents.page(name, language, undefined, fontTime(request))
          .toString();
        return reply.status(status).headers(pageHeaders).send(withSupportCodeLine(document, request.id));
      }
      const encoding = encodingOf(request.headers['accept-encoding']);
      const bytes = mustBeBuilt().documents.page(name, language, encoding, fontTime(request));
      if (encoding !== undefined) reply.header('content-encoding', encoding);
      return reply.status(status).headers(pageHeaders).send(bytes);
    },
    async render(request, reply, page, options = {}) {
      const { path = pathOf(request.url), search = searchOf(request.url), status = 200 } = options;
      const { documents, render } = mustBeBuilt();
      const language = languageOf(request.url, request.headers);
      const { html, ...screen } = await (
        await render
      )({
        path,
        search,
        language,
        config: appConfig(settings, language),
        page,
      });
      // The address of a provider's answer takes no form of ours, or has a code in it.
      const { search: ownSearch } = options;
      const sent = ownSearch === undefined ? html : withFormAddress(html, path + ownSearch);
      // Never compressed: the length of a page that holds a secret next to typed text would reveal the secret.
      return reply
        .status(status)
        .headers(pageHeaders)
        .send(documents.rendered(language, { ...screen, html: sent }, page, fontTime(request)));
    },
  };
}

/** The line as the app renders it (sign-in/src/app/notices/error-document.tsx). */
const hiddenLine = /(<p [^>]*data-support-code[^>]*?) hidden=""([^>]*>[^<]*)/;

/** The document with the code of `requestId`, or unchanged without one. */
function withSupportCodeLine(document: string, requestId: string): string {
  const code = supportCodeOf(requestId);
  if (code === undefined) return document;
  return document.replace(
    hiddenLine,
    (_, start: string, words: string) => `${start}${words.replace(noSupportCode, code)}`,
  );
}
