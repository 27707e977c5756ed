/**
 * The frame of the few pages that the service writes itself (help, API reference, mailbox, stand-ins): one style, no
 * script.
 */
import type { FastifyReply } from 'fastify';
import { languageTag, type Language } from '@app/contract/fields/vocabulary.ts';

import type { Headers, PageHeaderOptions } from '#http/request/headers.ts';
import { escapeHtml, styleHash } from './html.ts';

const css = `
:root{color-scheme:light dark;--canvas:#f5f8f7;--surface:#fff;--text:#14211d;--soft:#4a5a54;--line:#dce4e1;--brand:#006b53;--tint:#d0ece4;--on-tint:#004b3b;--shade:#d0ece4;--glow:#f1fffc}
@media (prefers-color-scheme:dark){:root{--canvas:#0e1513;--surface:#161f1c;--text:#f1f6f4;--soft:#b5c3bd;--line:#2c3833;--brand:#55d6b2;--tint:#143a30;--on-tint:#9fe9d2;--shade:#0f2c25;--glow:#12493c}}
*{box-sizing:border-box}
body{margin:0;background:var(--canvas);color:var(--text);font:1rem/1.6 Inter,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
main{max-width:46rem;margin:0 auto;padding:clamp(1.5rem,5vw,4rem) 1rem 5rem}
h1{font-size:clamp(1.6rem,4vw,2.1rem);line-height:1.2;letter-spacing:-.02em;margin:.25rem 0 .5rem}
h2{font-size:1.05rem;line-height:1.4;margin:0 0 .35rem}
p{margin:.25rem 0 .75rem}
section>:last-child{margin-bottom:.25rem}
.lead,.soft{color:var(--soft)}
.mark{display:flex;align-items:center;gap:.75rem;font:650 1.125rem/1.4 Inter,system-ui,sans-serif;letter-spacing:-.01em}
.mark svg{flex:none;border-radius:8px;background:var(--brand);stroke:var(--surface);stroke-width:2.2;stroke-linecap:round}
.mark img{display:block;height:40px;max-width:160px;object-fit:contain;object-position:0}
section,article{background:var(--surface);border:1px solid var(--line);border-radius:12px;padding:1.1rem 1.25rem;margin:1rem 0}
a{color:var(--brand);text-underline-offset:.15em}
a:focus-visible,button:focus-visible,summary:focus-visible,input:focus-visible,select:focus-visible{outline:2px solid #1b57b0;outline-offset:2px;border-radius:4px}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding:0;margin:2rem 0 0;list-style:none}
nav a{display:inline-block;padding:.25rem 0}
nav [aria-current]{font-weight:650;color:var(--text);text-decoration:none}
code,pre{font:.875rem/1.55 ui-monospace,SFMono-Regular,Menlo,monospace}
pre{overflow:auto;white-space:pre-wrap;background:var(--canvas);border:1px solid var(--line);border-radius:8px;padding:.75rem;margin:.5rem 0}
summary{cursor:pointer;padding:.25rem 0}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.35rem 1rem;margin:.5rem 0}
dt{color:var(--soft)}dd{margin:0}
.chip{display:inline-block;background:var(--tint);color:var(--on-tint);border-radius:999px;padding:.1rem .6rem;font-size:.8125rem;font-weight:600}
.big{font:650 2rem/1.2 ui-monospace,SFMono-Regular,Menlo,monospace;letter-spacing:.18em;margin:.5rem 0}
.row{display:flex;flex-wrap:wrap;align-items:baseline;justify-content:space-between;gap:.25rem 1rem}
h3{font-size:1rem;line-height:1.4;margin:0 0 .25rem}
label{display:block;margin:.6rem 0}
input,select{display:block;width:100%;max-width:24rem;min-height:2.75rem;margin-top:.2rem;padding:.4rem .7rem;font:inherit;color:inherit;background:var(--canvas);border:1px solid var(--soft);border-radius:8px}
button{min-height:2.75rem;padding:.4rem 1.1rem;font:inherit;font-weight:600;color:var(--surface);background:var(--brand);border:1px solid transparent;border-radius:8px;cursor:pointer}
form .row{justify-content:start;margin:.75rem 0 0}
.said{background:var(--tint);color:var(--on-tint);border-radius:8px;padding:.6rem .9rem;font-weight:600}
[hidden]{display:none!important}
.framed{position:relative;display:flex;flex-direction:column;min-height:100dvh;background:var(--surface)}
.framed::before{position:absolute;inset:0 0 auto;height:220px;background:radial-gradient(60% 100% at 85% 0,var(--glow),transparent),linear-gradient(var(--shade),transparent);opacity:.7;content:"";pointer-events:none;mask-image:linear-gradient(#000,transparent)}
.framed>*{position:relative}
.framed>header,.framed>footer{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.5rem 1rem;padding:1rem;font-size:.8125rem}
.framed>header{font-size:.875rem}
.framed p.mark,.framed>header p,.framed nav ul{margin:0}
.framed p.mark{min-height:2.5rem}
.framed>main{flex:1;width:100%;max-width:40rem;padding-block:clamp(1rem,4vw,3rem) 3rem}
.framed h1{font-size:1.625rem;line-height:2rem;letter-spacing:-.01em;margin:0 0 .5rem}
.framed section{background:none;border:0;border-block-start:1px solid var(--line);border-radius:0;padding:1.25rem 0;margin:0}
.framed .lead{margin-block-end:1.75rem}
@media (min-width:36rem){.framed>header,.framed>footer{padding:1.5rem}.framed h1{font-size:1.875rem;line-height:2.25rem}}
@media (min-width:62rem){.framed>header,.framed>footer{padding:2rem 3rem}}
@media (max-width:30rem){dl{grid-template-columns:1fr}dt{margin-top:.4rem}}
`.trim();

/** The CSP hash of the style that every plain page has. */
export const plainPageStyleHash = styleHash(css);

/** Sends a page made by `plainPage` with the headers of a page. `more` is the style in addition to the page's own. */
export function createPlainPageSender(headers: Headers, more = '') {
  const hashes = [plainPageStyleHash, ...(more === '' ? [] : [styleHash(more)])];
  return (reply: FastifyReply, html: string, options?: PageHeaderOptions): FastifyReply =>
    reply.headers(headers.page(hashes, options)).type('text/html; charset=utf-8').send(html);
}

export interface PlainPage {
  readonly language: Language;
  readonly title: string;
  /** For search engines, which may list the page; without one they may not. */
  readonly description?: string;
  /** HTML; whatever comes from outside is escaped by the caller. */
  readonly body: string;
  /** HTML of what is above and below the content, where the page has the frame of the sign-in pages (`page-frame.tsx`). */
  readonly frame?: { readonly header: string; readonly footer?: string };
  /** A same-origin module, e.g. `/mailbox/page.js`. */
  readonly module?: string;
  /** Style in addition to the page's own, such as a reseller's colours; its hash must be in the page's policy. */
  readonly css?: string;
}

export function plainPage({
  language,
  title,
  description,
  body,
  frame,
  module,
  css: more = '',
}: PlainPage): string {
  const script = module === undefined ? '' : `<script type="module" src="${escapeHtml(module)}"></script>`;
  const meta =
    description === undefined
      ? '<meta name="robots" content="noindex">'
      : `<meta name="description" content="${escapeHtml(description)}">`;
  return `<!doctype html>
<html lang="${languageTag(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${meta}
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>${css}</style>${more === '' ? '' : `<style>${more}</style>`}
${script}
</head>
<body${frame === undefined ? '' : ' class="framed"'}>
${frame === undefined ? '' : `<header>${frame.header}</header>`}
<main>
${body}
</main>
${frame?.footer === undefined ? '' : `<footer>${frame.footer}</footer>`}
</body>
</html>
`;
}
