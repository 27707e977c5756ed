/** The texts of the sign-in app, and the hook that gives them to its components. */
import { createTextsContext } from '@app/texts/texts-context.ts';
import { type Texts as SharedTexts, createTexts, type TextsSetup } from '@app/texts/texts.ts';
import type { Translate as SharedTranslate, KeysOf } from '@app/texts/translate.ts';
import { createContext, use, useEffect } from 'react';

import type en from './locales/en.json';
import type laterEn from './locales/later/en.json';

/** `login.title`, `forgot.title`, `errors.network`… */
export type TextKey = KeysOf<typeof en> | KeysOf<typeof laterEn>;
/** `first`: the texts of the login page. `later`: what every other screen needs besides. */
export type CatalogueName = 'first' | 'later';
/** The texts of one language that the login page needs; every language has the shape of English. */
export type Catalogue = typeof en;
/** The texts of one language that come with the first screen after login, or with a document of such a screen. */
export type LaterCatalogue = typeof laterEn;

export type Texts = SharedTexts<TextKey, CatalogueName>;
export type Translate = SharedTranslate<TextKey>;

export const { TextsContext, useTexts } = createTextsContext<TextKey, CatalogueName>();

export interface AppTextsSetup extends Omit<TextsSetup<CatalogueName>, 'catalogues'> {
  /** The first texts of `language`. */
  readonly catalogue: Catalogue;
  /** The later texts of `language`, where the page has them. */
  readonly later?: LaterCatalogue | undefined;
}

/** The texts of the sign-in app, in two catalogues. */
export const createAppTexts = ({ catalogue, later, ...setup }: AppTextsSetup): Texts =>
  createTexts<TextKey, CatalogueName>({ ...setup, catalogues: { first: catalogue, later } });

/** Receives the title while a page is rendered on the server, where there is no document. */
export const TitleContext = createContext<(title: string) => void>(() => {});

/** Sets the document's title to the screen's title in the page's language. */
export function useTitle(key: Extract<TextKey, `titles.${string}`>): void {
  const { t } = useTexts();
  const title = t(key);
  use(TitleContext)(title);
  useEffect(() => {
    if (document.title !== title) document.title = title;
  }, [title]);
}
