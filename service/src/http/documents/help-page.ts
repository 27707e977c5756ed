/** `/help`: what a person needs who cannot sign in, in every language. The default of HELP_URL (requirements §2). */
import { languageNames, languages, languageTag, type Language } from '@app/contract/fields/vocabulary.ts';

import { serviceTexts, type ServiceTexts } from '#texts/service-texts.ts';

import { escapeHtml } from './html.ts';
import type { PageBrand } from './page-brand.ts';
import { plainPage } from './plain-page.ts';

/** `action` is the text of the link to where the topic leads. */
interface Topic {
  readonly question: string;
  readonly answer: string;
  readonly action?: string;
}

/** @param signUpUrl SIGN_UP_URL, which may be another site's */
export function helpPage(
  language: Language,
  {
    reseller,
    brand,
    signUpUrl,
  }: { readonly reseller: string; readonly brand: PageBrand; readonly signUpUrl: string },
): string {
  const texts = serviceTexts[language].help;
  const say = (text: string): string => escapeHtml(text.replaceAll('{{reseller}}', () => reseller));
  const forgot = `/password/forgot?lng=${language}`;
  const signUp = new URL(signUpUrl);
  signUp.searchParams.set('lng', language);
  const addresses: { readonly [Name in keyof ServiceTexts['help']['topics']]?: string } = {
    forgotten: forgot,
    linkExpired: forgot,
    failedTries: forgot,
    codeUnasked: forgot,
    signUp: signUp.href,
  };
  const topics = Object.entries<Topic>(texts.topics).map(([name, { question, answer, action }]) => {
    const address = addresses[name as keyof typeof addresses];
    const link =
      address !== undefined && action !== undefined
        ? `<p><a href="${escapeHtml(address)}">${say(action)}</a></p>`
        : '';
    return `<section><h2>${say(question)}</h2><p>${say(answer)}</p>${link}</section>`;
  });
  const menu = languages.map((one) => {
    const current = one === language ? ' aria-current="page"' : '';
    const name = languageNames[one];
    const tag = languageTag(one);
    return `<li><a href="/help?lng=${one}" lang="${tag}" hreflang="${tag}"${current}>${name}</a></li>`;
  });
  return plainPage({
    language,
    css: brand.css,
    title: texts.title.replaceAll('{{reseller}}', () => reseller),
    description: texts.lead.replaceAll('{{reseller}}', () => reseller),
    frame: {
      header: `<p class="mark">${brand.mark}</p><p><a href="/login?lng=${language}">${say(texts.back)}</a></p>`,
      footer: `<nav aria-label="${say(texts.languages)}"><ul>${menu.join('')}</ul></nav>`,
    },
    body: `<h1>${say(texts.heading)}</h1>
<p class="lead">${say(texts.lead)}</p>
${topics.join('\n')}`,
  });
}
