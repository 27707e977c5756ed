import type { PageData } from '@app/contract/pages/page-data.ts';
import { act, within } from '@testing-library/react';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';

import type { AppConfig } from '#config.ts';
import de from '#i18n/locales/de.json';
import en from '#i18n/locales/en.json';
import laterDe from '#i18n/locales/later/de.json';
import later from '#i18n/locales/later/en.json';
import { renderedPages, posted } from '#test/rendered-pages.ts';
import { network, refusalAnswer, settings } from '#test/open-app.tsx';

import type { DocumentName } from './render.tsx';

interface Opened {
  readonly path: string;
  readonly search?: string;
  readonly page?: PageData;
  readonly html: string;
  readonly logoUrl?: string;
  readonly config?: AppConfig;
  readonly knows?: boolean;
  /** A language that is shown before hydration ends. */
  readonly next?: 'de';
}

const roots: { root: HTMLElement; unmount: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const { root, unmount } of roots.splice(0)) {
    await unmount();
    root.remove();
  }
  vi.unstubAllGlobals();
});

/** Puts a screen into the document and hydrates it as `main.tsx` does. */
async function comeAlive({
  path,
  search = '',
  page = {},
  html,
  logoUrl,
  config: given = settings,
  knows = true,
  next,
}: Opened) {
  const { App } = await import('./app.tsx');
  const { preloadScreen } = await import('./screens.ts');
  const { routeOf } = await import('./routes.ts');
  const { initialState } = await import('#auth/auth-state.ts');
  const { continuePosted } = await import('#auth/start/rendered-page.ts');
  const { createAppTexts } = await import('#i18n/use-texts.ts');
  const { servicesOn } = await import('#test/open-app.tsx');
  const { codeForm, isPasswordBlocked, passwordBlocked } = await import('#screens/login/login-screen.tsx');
  const { openStep } = await import('#screens/login/login-step.ts');
  type Event = Parameters<typeof initialState>[0][number];

  // The page does not contain values stored in this browser; with them it would not hydrate.
  localStorage.clear();
  // Only the calls of the contract are answered: the status page polls without end.
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  history.replaceState(null, '', path + search);
  const config = { ...given, brand: { name: 'Northline', ...(logoUrl && { logoUrl }) } };
  const answers = network({ checkLink: () => ({ answer: { state: 'valid' } }) });
  const services = servicesOn(answers.fetch, config);
  const events: Event[] = knows ? [{ type: 'signOut' }] : [];
  const email = continuePosted({ ...services, dispatch: (event) => void events.push(event) }, page);
  const state = { ...initialState(events), ...(email && { email }) };
  const initial = page.signedIn
    ? { ...state, status: 'AUTHENTICATED' as const, email: page.signedIn.email }
    : state;
  const texts = createAppTexts({
    language: 'en',
    catalogue: en,
    later,
    reseller: 'Northline',
    load: async (_, name) => (name === 'later' ? laterDe : de),
  });
  await preloadScreen(routeOf(path, search, initial.status).screen, texts);
  if (isPasswordBlocked(initial)) await passwordBlocked.preload(texts);
  if (initial.codeStepOpen) {
    await codeForm.preload(texts);
    openStep('code');
  }
  const root = document.createElement('div');
  root.innerHTML = html;
  document.body.append(root);
  const before = root.innerHTML;
  const complaints: unknown[] = [];
  const early = root.querySelector<HTMLInputElement>('input:not([type=hidden])');
  if (early && !early.readOnly) early.value = 'typed before';
  const app = (
    <App texts={texts} services={services} initial={initial} madeAs={{ path, search }} page={page} />
  );
  const onRecoverableError = (error: unknown) => void complaints.push(error);
  await act(async () => {
    startTransition(() => {
      const alive = hydrateRoot(root, app, { onRecoverableError });
      roots.push({ root, unmount: () => act(async () => alive.unmount()) });
    });
    if (next) await texts.show(next);
  });
  return { root, before, complaints, early };
}

/** A prerendered document with its slots filled as the service fills them. */
const filled = (html: string, logoUrl?: string): string => {
  const picture = `<img src="/brand/logo" alt="Northline" width="160" height="40">`;
  return html
    .replace(/(<header[^>]*><span[^>]*>)(.*?)(?=<\/span><\/header>)/s, (all: string, start: string) =>
      logoUrl ? `${start}<!--app:logo-->${picture}` : all,
    )
    .replaceAll('%RESELLER%', 'Northline')
    .replaceAll('%HELP_URL%', settings.helpUrl)
    .replaceAll('%SIGN_UP_URL%', settings.signUpUrl)
    .replaceAll('%VERSION%', settings.version);
};

const documents: [DocumentName, string][] = [
  ['login', '/login'],
  ['loading', '/login'],
  ['sso', '/login/sso'],
  ['forgot-password', '/password/forgot'],
  ['sign-up', '/signup'],
  ['status', '/status'],
];

// The documents and the app use two sets of modules, as in production: React refuses one context in two renderers.
const { renderDocument, renderScreen } = await import('./render.tsx');
const searchOf = (path: string): string => (path === '/action_result' ? '?result=ttl' : '');
const made = new Map<string, string>();
const titles = new Map<string, string>();
for (const [name] of documents) {
  const { html, title } = await renderDocument(name, 'en');
  made.set(name, html);
  titles.set(name, title);
}
const pagesOfRequests = await Promise.all(
  renderedPages.map(async ([name, path, page, words]) => {
    const request = { path, search: searchOf(path), language: 'en', config: settings, page } as const;
    return { name, path, page, words, ...(await renderScreen(request)) };
  }),
);
const hostile = '"><img src=x onerror=alert(1)>@northline.test';
const hostilePage = await renderScreen({
  path: '/login',
  search: `?x=${hostile}`,
  language: 'en',
  config: settings,
  page: posted('signInWithPassword', refusalAnswer('credentials'), { email: hostile }),
});
vi.resetModules();

test.each(documents)('the %s document hydrates without a difference', async (name, path) => {
  const opened = await comeAlive({ path, html: filled(made.get(name) ?? ''), knows: name !== 'loading' });
  expect(opened.complaints).toEqual([]);
  if (opened.early) {
    // A value typed before hydration stays in the same element.
    expect(opened.root.contains(opened.early)).toBe(true);
    expect(opened.early.value).toBe('typed before');
  }
});

test('hydration does not write the language and the title that the document already has', async () => {
  const head = document.documentElement;
  head.lang = 'en';
  document.title = (titles.get('login') ?? '').replace('%RESELLER%', 'Northline');
  const written: string[] = [];
  const note = (records: MutationRecord[]) => written.push(...records.map(({ target }) => target.nodeName));
  const seen = new MutationObserver(note);
  seen.observe(head, { attributes: true });
  seen.observe(document.head, { childList: true, subtree: true, characterData: true });
  await comeAlive({ path: '/login', html: filled(made.get('login') ?? '') });
  note(seen.takeRecords());
  expect(written).toEqual([]);
  seen.disconnect();
});

test('a page whose language changes meanwhile hydrates without a difference, and keeps what is typed', async () => {
  const opened = await comeAlive({ path: '/login', html: filled(made.get('login') ?? ''), next: 'de' });
  expect(opened.complaints).toEqual([]);
  expect(opened.early?.value).toBe('typed before');
  expect(opened.root.contains(opened.early)).toBe(true);
  expect(within(opened.root).getByLabelText(de.login.password)).toBeTruthy();
});

test("a document with a reseller's picture instead of the mark hydrates without a difference", async () => {
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
  const html = filled(made.get('login') ?? '', '/brand/logo');
  const opened = await comeAlive({ path: '/login', html, logoUrl: '/brand/logo' });
  expect(within(opened.root).getByRole('img', { name: 'Northline' })).toBeTruthy();
  expect(opened.complaints).toEqual([]);
});

test('a document without the Google button, for settings without an issuer, hydrates without a difference', async () => {
  const { google: _, ...config } = settings;
  const built = filled(made.get('login') ?? '');
  const html = built.replace(/<noscript><a .*?<\/noscript><div[^>]* data-method="google">.*?<\/div>/s, '');
  expect(html).not.toBe(built);
  const opened = await comeAlive({ path: '/login', html, config });
  expect(within(opened.root).queryByRole('button', { name: /Google/ })).toBeNull();
  expect(opened.complaints).toEqual([]);
});

test.each([
  ['its own slogan', 'Every call counts.', /Every call counts\./],
  ['no slogan', '', undefined],
] as const)('so does one with %s', async (_, resellerSlogan, words) => {
  const built = filled(made.get('login') ?? '');
  const html = built.replace(/(<p[^>]* data-slogan="">).*?<\/p>/s, (_all: string, start: string) =>
    resellerSlogan === '' ? '' : `${start}${resellerSlogan}</p>`,
  );
  expect(html).not.toBe(built);
  const opened = await comeAlive({ path: '/login', html, config: { ...settings, resellerSlogan } });
  const slogan = opened.root.querySelector('[data-slogan]')?.textContent;
  if (words) expect(slogan).toMatch(words);
  else expect(slogan).toBeUndefined();
  expect(opened.complaints).toEqual([]);
});

test.each(pagesOfRequests)(
  '$name at $path is rendered in words, and hydrates without a difference',
  async ({ path, page, words, html, title }) => {
    expect(html).not.toMatch(/<script|\sstyle=/);
    expect(title).toContain('Northline');
    const opened = await comeAlive({ path, search: searchOf(path), page, html });
    expect(opened.before.replaceAll(/<!--.*?-->/g, '')).toMatch(words);
    expect(opened.complaints).toEqual([]);
  },
);

test('typed values are escaped in rendered pages', () => {
  expect(hostilePage.html).not.toContain('<img src=x');
  expect(hostilePage.html).toContain('&lt;img');
});

test('every document and every page rendered for a request is tested', () => {});
