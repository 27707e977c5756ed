/** Whose product a page is that the service writes itself: the reseller's name, logo and colours (spec §1). */
import { existsSync, readdirSync } from 'node:fs';
import type { FastifyReply } from 'fastify';
import { deriveBrand } from '@app/ui/brand';

import type { Settings } from '#settings/config.ts';

import { logoPath } from '#http/pages/app-config.ts';
import type { Headers, PageHeaderOptions } from '#http/request/headers.ts';
import { languageOf } from '#http/request/language.ts';
import { escapeHtml } from './html.ts';
import { createPlainPageSender, plainPage } from './plain-page.ts';

export interface PageBrand {
  /** HTML: the logo, named for those who do not see it; or the name. */
  readonly mark: string;
  /** The product's font, and a reseller's colours; empty: neither. */
  readonly css: string;
}

/** The mark of the sign-in pages (`sign-in/src/app/frame/logo.tsx`). */
const neutralMark =
  '<svg width="32" height="32" viewBox="0 0 32 32" aria-hidden="true"><path d="M10 14v4m4-8v12m4-9v6m4-8v10"/></svg>';

export interface StepPage {
  readonly heading: string;
  readonly lead: string;
  /** HTML below the lead. */
  readonly action: string;
  /** As in `PlainPage`. */
  readonly module?: string;
}

/** Sends a page on the way to or from a company's provider, in the language of the request. */
export type StepPageSender = (
  reply: FastifyReply,
  page: StepPage,
  options?: PageHeaderOptions,
) => FastifyReply;

export function createStepPageSender(headers: Headers, { mark, css }: PageBrand): StepPageSender {
  const send = createPlainPageSender(headers, css);
  return (reply, { heading, lead, action, module }, options) => {
    const html = plainPage({
      language: languageOf(reply.request.url, reply.request.headers),
      title: heading,
      css,
      frame: { header: `<p class="mark">${mark}</p>` },
      ...(module !== undefined && { module }),
      body: `<h1>${escapeHtml(heading)}</h1>
<p class="lead">${escapeHtml(lead)}</p>
${action}`,
    });
    return send(reply.header('vary', 'Accept-Language, Cookie'), html, options);
  };
}

/** @param assetsDir the assets of the sign-in app, with its font */
export function pageBrand({ reseller }: Settings, assetsDir: string): PageBrand {
  const name = escapeHtml(reseller.name);
  return {
    mark:
      reseller.logoUrl === undefined
        ? neutralMark + name
        : `<img src="${logoPath}" alt="${name}" height="40">`,
    css: fontCss(assetsDir) + (reseller.color === undefined ? '' : brandCss(reseller.color)),
  };
}

function fontCss(assetsDir: string): string {
  const files = existsSync(assetsDir) ? readdirSync(assetsDir) : [];
  const font = files.find((name) => /^inter-.*\.woff2$/.test(name));
  return font === undefined
    ? ''
    : `@font-face{font-family:Inter;font-weight:400 700;font-display:swap;src:url(/assets/${font}) format("woff2")}`;
}

/** The custom properties of `plain-page.ts`, light and dark. */
function brandCss(primary: string): string {
  const { light, dark } = deriveBrand(primary);
  return `:root{${properties(light)}}@media (prefers-color-scheme:dark){:root{${properties(dark)}}}`;
}

const properties = (tokens: ReturnType<typeof deriveBrand>['light']): string =>
  `--brand:${tokens['--text-link']};--tint:${tokens['--brand-tint']};--on-tint:${tokens['--brand-deep']};--shade:${tokens['--brand-shade']};--glow:${tokens['--brand-glow']}`;
