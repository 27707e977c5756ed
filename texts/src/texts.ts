/**
 * The texts of an app: loaded catalogues, the language that is shown, and its change. A page has the catalogues that its
 * first render needs; others are loaded with the screens that need them, another language when it is chosen. Tests hold
 * every catalogue complete in every language, so no language is loaded as a fallback for another.
 */
import type { Language } from '@app/contract/fields/vocabulary.ts';

import type { LoadCatalogue } from './load-catalogue.ts';
import { translate, type TextValues, type Translate, type TextTree } from './translate.ts';

export interface TextsSetup<Name extends string> {
  readonly language: Language;
  /** Those of `language` that the page has. */
  readonly catalogues: { readonly [Each in Name]?: TextTree | undefined };
  /** Fills `{{reseller}}` wherever no other value is given (spec §1). */
  readonly reseller: string;
  /** Loads other catalogues; without it nothing but what is given can be shown. */
  readonly load?: LoadCatalogue<Name> | undefined;
}

/** @template Key the keys of all catalogues. @template Name the names of the catalogues */
export interface Texts<Key extends string, Name extends string> {
  /** The language that is shown. */
  readonly language: Language;
  /** The language of the first render: a page is hydrated in it, also where another one is shown meanwhile. */
  readonly firstLanguage: Language;
  /** The text of a key in the language that is shown. */
  readonly t: Translate<Key>;
  /** What components show in one language: the same object until a text of it changes. */
  shownIn(language: Language): ShownTexts<Key, Name>;
  /** Whether the text of a key is loaded, in the language that is shown. */
  has(key: Key): boolean;
  /** Whether a catalogue is loaded, in the language that is shown. */
  isLoaded(name: Name): boolean;
  /** Loads a catalogue of the language that is shown, if it is missing. Rejects when it cannot be loaded. */
  load(name: Name): Promise<void>;
  /**
   * Shows another language, unless yet another is asked for before its catalogues are loaded.
   *
   * @returns false when they could not be loaded: then everything stays as it is
   */
  show(language: Language): Promise<boolean>;
  /** Calls the listener when the language or a text changes. Returns how to stop. */
  subscribe(listener: () => void): () => void;
}

export interface ShownTexts<Key extends string, Name extends string> {
  /** The text of a key, in the language of this render. */
  readonly t: Translate<Key>;
  /** For changing the language. */
  readonly texts: Texts<Key, Name>;
  readonly language: Language;
}

/** Texts that are ready immediately, so that the first render has its words. */
export function createTexts<Key extends string, Name extends string>({
  language,
  catalogues,
  reseller,
  load,
}: TextsSetup<Name>): Texts<Key, Name> {
  let shown = language;
  let wanted = language;
  const listeners = new Set<() => void>();
  const loading = new Map<string, Promise<TextTree | undefined>>();
  /** By language and name. The catalogue that was loaded first counts where two have a key. */
  const loaded = new Map<Language, Map<Name, TextTree>>();
  const of = (language: Language): Map<Name, TextTree> => {
    const known = loaded.get(language) ?? new Map<Name, TextTree>();
    loaded.set(language, known);
    return known;
  };
  for (const name in catalogues) {
    const tree = catalogues[name];
    if (tree) of(language).set(name, tree);
  }

  const tellListeners = (): void => {
    for (const listener of listeners) listener();
  };

  const find = (language: Language, key: string, values: TextValues = {}): string | undefined =>
    translate([...of(language).values()], language, key, { reseller, ...values });

  /** Resolves to whether the catalogue is loaded. One request at a time for each catalogue. */
  async function ensure(language: Language, name: Name): Promise<boolean> {
    const known = of(language);
    if (known.has(name) || !load) return known.has(name);
    const key = `${language} ${name}`;
    const request = loading.get(key) ?? load(language, name).finally(() => loading.delete(key));
    loading.set(key, request);
    const tree = await request;
    if (tree) known.set(name, tree);
    return tree !== undefined;
  }

  const shownIn = new Map<Language, ShownTexts<Key, Name>>();
  const texts: Texts<Key, Name> = {
    get language() {
      return shown;
    },
    firstLanguage: language,
    t: (key, values) => find(shown, key, values) ?? key,
    shownIn(language) {
      const known = shownIn.get(language) ?? {
        t: (key, values) => find(language, key, values) ?? key,
        texts,
        language,
      };
      shownIn.set(language, known);
      return known;
    },
    has: (key) => find(shown, key) !== undefined,
    isLoaded: (name) => of(shown).has(name),
    async load(name) {
      let language: Language;
      let ready: boolean;
      // Another language may be shown by the time it is loaded: then it is needed in that one.
      do {
        language = shown;
        ready = await ensure(language, name);
      } while (language !== shown);
      if (!ready) throw new Error(`no texts ${name} in ${language}`);
    },
    async show(next) {
      wanted = next;
      for (;;) {
        // What one language has loaded is in use, so the next one needs it too, also what is loaded meanwhile.
        const missing = [...of(shown).keys()].filter((name) => !of(next).has(name));
        if (missing.length === 0) break;
        const ready = await Promise.all(missing.map((name) => ensure(next, name)));
        if (ready.includes(false)) return false;
      }
      if (wanted === next && shown !== next) {
        shown = next;
        tellListeners();
      }
      return true;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  // `npm run dev` sends a catalogue that changed (service/dev/dev-server/app-modules.ts); a build leaves this out.
  import.meta.hot?.on('texts', ({ language, name, tree }: ChangedCatalogue<Name>) => {
    if (!of(language).has(name)) return;
    of(language).set(name, tree);
    shownIn.delete(language);
    tellListeners();
  });
  return texts;
}

interface ChangedCatalogue<Name> {
  readonly language: Language;
  readonly name: Name;
  readonly tree: TextTree;
}
