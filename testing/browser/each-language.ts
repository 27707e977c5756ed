/** Selects each language in the menu of an open page and reads a text in it. */
import type { Page } from '@playwright/test';

import { languages, languageTag, type Language } from '@app/contract/fields/vocabulary.ts';

/** English is last, so that the page is in English again afterwards. */
const inTurn = [...languages.filter((language) => language !== 'en'), 'en' as const].map((language) => ({
  language,
  tag: languageTag(language),
}));

/** Returns the text at the selector in each language, in one call into the page: a call for each language is slower. */
export async function inEachLanguage(
  page: Page,
  selector: string,
): Promise<{ readonly language: Language; readonly text: string }[]> {
  return page.evaluate(
    async ({ inTurn, selector }) => {
      const root = document.documentElement;
      const seen: { language: (typeof inTurn)[number]['language']; text: string }[] = [];
      for (const { language, tag } of inTurn) {
        const menu = document.querySelector('select');
        if (!menu) throw new Error('no language menu');
        await new Promise<void>((resolve) => {
          const look = () => {
            if (!root.lang.startsWith(tag)) return;
            observer.disconnect();
            resolve();
          };
          const observer = new MutationObserver(look);
          observer.observe(root, { attributeFilter: ['lang'] });
          menu.value = language;
          menu.dispatchEvent(new Event('change', { bubbles: true }));
          look();
        });
        const all = [...document.querySelectorAll<HTMLElement>(selector)].map(({ innerText }) => innerText);
        seen.push({ language, text: all.join('\n').trim() });
      }
      return seen;
    },
    { inTurn, selector },
  );
}
