/**
 * The texts of the app: loaded catalogues, the language that is shown, and its change. The texts of the page's language
 * come with the page: those of the login page, or with a document of another screen all of them. The later ones are
 * loaded with the first screen that needs them, another language when it is chosen. The build gives every catalogue the
 * English text for what it lacks (`with-english.ts`), so no language is loaded as a fallback for another.
 */
import type { Language } from '@app/contract/fields/vocabulary.ts';

import type { CatalogueName, LoadCatalogue } from './load-catalogue.ts';
import type { Catalogue, LaterCatalogue, TextKey } from './text-key.ts';
import { translate, type TextValues, type Translate } from './translate.ts';
import type { TextTree } from './with-english.ts';

export interface TextsSetup {
  readonly language: Language;
  /** The catalogue of `language`. */
  readonly catalogue: Catalogue;
  /** The later texts of `language`, where the page has them. */
  readonly later?: LaterCatalogue | undefined;
  /** Fills `{{reseller}}` wherever no other value is given (spec §1). */
  readonly reseller: string;
  /** Loads other catalogues; without it nothing but what is given can be shown. */
  readonly load?: LoadCatalogue;
}

export interface Texts {
  /** The language that is shown. */
  readonly language: Language;
  /** The text of a key in the language that is shown. */
  readonly t: Translate;
  /** The same in one language, whichever is shown. */
  translateTo(language: Language): Translate;
  /** Whether the text of a key is loaded, in the language that is shown. */
  has(key: TextKey): boolean;
  /** Whether the later texts are loaded, in the language that is shown. */
  hasLater(): boolean;
  /** Loads the later texts of the language that is shown, if they are missing. Rejects when they cannot be loaded. */
  loadLater(): Promise<void>;
  /**
   * Shows another language, unless yet another is asked for before its catalogues are loaded.
   *
   * @returns false when they could not be loaded: then everything stays as it is
   */
  show(language: Language): Promise<boolean>;
  /** Calls the listener when the language changes. Returns how to stop. */
  subscribe(listener: () => void): () => void;
}

const names: readonly CatalogueName[] = ['first', 'later'];

/** Texts that are ready at once, so that the first render has its words. */
export function createTexts({ language, catalogue, later, reseller, load }: TextsSetup): Texts {
  let shown = language;
  let wanted = language;
  const listeners = new Set<() => void>();
  const loading = new Map<string, Promise<TextTree | undefined>>();
  const loaded = new Map<string, TextTree>([[keyOf(language, 'first'), catalogue]]);
  if (later) loaded.set(keyOf(language, 'later'), later);

  const isLoaded = (of: Language, name: CatalogueName): boolean => loaded.has(keyOf(of, name));
  const find = (of: Language, key: string, values: TextValues = {}): string | undefined => {
    const catalogues = names.flatMap((name): TextTree[] => {
      const tree = loaded.get(keyOf(of, name));
      return tree ? [tree] : [];
    });
    return translate(catalogues, of, key, { reseller, ...values });
  };

  /** Resolves to whether the catalogue is loaded. One request at a time for each catalogue. */
  async function ensure(of: Language, name: CatalogueName): Promise<boolean> {
    const key = keyOf(of, name);
    if (loaded.has(key) || !load) return loaded.has(key);
    const request = loading.get(key) ?? load(of, name).finally(() => loading.delete(key));
    loading.set(key, request);
    const tree = await request;
    if (tree) loaded.set(key, tree);
    return tree !== undefined;
  }

  return {
    get language() {
      return shown;
    },
    t: (key, values) => find(shown, key, values) ?? key,
    translateTo: (to) => (key, values) => find(to, key, values) ?? key,
    has: (key) => find(shown, key) !== undefined,
    hasLater: () => isLoaded(shown, 'later'),
    async loadLater() {
      const of = shown;
      if (!(await ensure(of, 'later'))) throw new Error(`no later texts in ${of}`);
    },
    async show(next) {
      wanted = next;
      // Once a screen after login was opened, both catalogues are in use.
      const inUse = names.filter((name) => isLoaded(shown, name));
      const ready = await Promise.all(inUse.map((name) => ensure(next, name)));
      if (ready.includes(false)) return false;
      if (wanted === next && shown !== next) {
        shown = next;
        for (const listener of listeners) listener();
      }
      return true;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const keyOf = (language: Language, name: CatalogueName): string => `${language} ${name}`;
