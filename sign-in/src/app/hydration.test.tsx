import { act, within } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';

import en from '#i18n/locales/en.json';

import type { PrerenderedScreen } from './prerender.tsx';

/**
 * Puts a page as the build makes it into the document, filled as the service fills it, and lets it come alive. The two
 * are made from two sets of modules, as in reality: React refuses one context in two renderers.
 */
async function openPage(screen: PrerenderedScreen, { logoUrl }: { logoUrl?: string } = {}) {
  vi.resetModules();
  const { renderPage } = await import('./prerender.tsx');
  const { html } = await renderPage(screen, 'en', en);
  vi.resetModules();
  const { App } = await import('./app.tsx');
  const { signedOutState, unknownState } = await import('#auth/auth-state.ts');
  const { createTexts } = await import('#i18n/texts.ts');
  const { network, servicesOn, settings } = await import('#test/open-app.tsx');

  const root = document.createElement('div');
  const picture = `<img src="/brand/logo" alt="Northline" width="160" height="40">`;
  root.innerHTML = html
    .replace(/(<header[^>]*><span[^>]*>)(.*?)(?=<\/span><\/header>)/s, (all, start: string) =>
      logoUrl ? `${start}<!--app:logo-->${picture}` : all,
    )
    .replaceAll('%RESELLER%', 'Northline')
    .replaceAll('%HELP_URL%', settings.helpUrl);
  document.body.append(root);
  const complaints: unknown[] = [];
  return {
    root,
    complaints,
    comeAlive: () =>
      act(async () =>
        hydrateRoot(
          root,
          <App
            texts={createTexts({ language: 'en', catalogue: en, reseller: 'Northline' })}
            services={servicesOn(network({}).fetch, {
              ...settings,
              brand: { name: 'Northline', ...(logoUrl && { logoUrl }) },
            })}
            initial={screen === 'login' ? signedOutState : unknownState}
          />,
          { onRecoverableError: (error) => complaints.push(error) },
        ),
      ),
  };
}

test('the login page comes alive without a difference, and what was typed before stays', async () => {
  const { root, comeAlive, complaints } = await openPage('login');
  const field = () => within(root).getByRole<HTMLInputElement>('textbox', { name: 'Email' });
  const early = field();
  early.value = 'typed@northline.test';
  const alive = await comeAlive();
  expect(complaints).toEqual([]);
  expect(field()).toBe(early);
  expect(field().value).toBe('typed@northline.test');
  await act(async () => alive.unmount());
  root.remove();
});

test("so does one with a reseller's picture in the place of the mark", async () => {
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
  const { root, comeAlive, complaints } = await openPage('login', { logoUrl: '/brand/logo' });
  const picture = within(root).getByRole('img', { name: 'Northline' });
  const alive = await comeAlive();
  expect(complaints).toEqual([]);
  expect(within(root).getByRole('img', { name: 'Northline' })).toBe(picture);
  await act(async () => alive.unmount());
  root.remove();
});

test('the loading page comes alive without a difference', async () => {
  const { root, comeAlive, complaints } = await openPage('loading');
  expect(within(root).queryByRole('textbox')).toBeNull();
  const alive = await comeAlive();
  expect(complaints).toEqual([]);
  await act(async () => alive.unmount());
  root.remove();
});
