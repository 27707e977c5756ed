/** The screens as HTML, made while the app is built: login for somebody who is not signed in, and the loading screen. */
import type { Language } from '@app/contract/vocabulary.ts';
import { prerender } from 'react-dom/static';

import { signedOutState, unknownState } from '#auth/auth-state.ts';
import type { AuthServices } from '#auth/auth-deps.ts';
import type { Catalogue } from '#i18n/text-key.ts';
import { createTexts } from '#i18n/texts.ts';

import { configOfPrerender } from '#config.ts';

import { App } from './app.tsx';

export type PrerenderedScreen = 'login' | 'loading';

export interface PrerenderedPage {
  /** What stands in `#root`. */
  readonly html: string;
  readonly title: string;
}

/** @param catalogue the texts of `language` */
export async function renderPage(
  screen: PrerenderedScreen,
  language: Language,
  catalogue: Catalogue,
): Promise<PrerenderedPage> {
  const config = configOfPrerender(language);
  const texts = createTexts({ language, catalogue, reseller: config.brand.name });
  const { prelude } = await prerender(
    <App
      texts={texts}
      services={servicesOfPrerender(config)}
      initial={screen === 'login' ? signedOutState : unknownState}
    />,
    // With the default, React cuts a longer page into pieces that inline scripts put together.
    { progressiveChunkSize: Infinity },
  );
  return {
    html: await new Response(prelude).text(),
    title: texts.t('titles.login'),
  };
}

/** Nobody signs in while pages are made: there is no network, nothing stored, and asking for either is a bug. */
function servicesOfPrerender(config: AuthServices['config']): AuthServices {
  const absent = (): never => {
    throw new Error('not available while pages are made');
  };
  return {
    config,
    now: absent,
    client: { call: absent },
    stored: new Proxy({}, { get: absent }) as AuthServices['stored'],
    challenge: { read: () => undefined, keep: absent, forget: absent },
  };
}
